// What the pools run: sums bytes of shared memory, adds the sum to a total atomically.
export default function sum({ memory, from, to }) {
  const bytes = new Uint8Array(memory, 4);
  let total = 0;
  for (let i = from; i < to; i++) total += bytes[i];
  Atomics.add(new Int32Array(memory, 0, 1), 0, total);
  return total;
}
