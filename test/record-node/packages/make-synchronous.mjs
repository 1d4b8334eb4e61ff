// An asynchronous function that is called as if it were synchronous.
import makeSynchronous from 'make-synchronous';

const call = makeSynchronous(async (memory, i) => {
  const words = new Int32Array(memory);
  words[1] = words[0] * i;
  return i + 1;
});
const memory = new SharedArrayBuffer(16);
const words = new Int32Array(memory);
for (let i = 0; i < 5; i++) {
  words[0] = i;
  console.log(call(memory, i), words[1]);
}
process.exit(0);
