// Memory of a kernel: taken from the end, never given back to the system; what is used again has a list of its own where it is used.

let top: usize = (__heap_base + 63) & ~63;
let exhausted: bool = false;

export function bytesTaken(): usize {
  return top;
}

/** Whether the kernel trapped because there was no more memory: any other trap is a bug. */
export function isExhausted(): bool {
  return exhausted;
}

/** Zeroed, at a multiple of 64. Where there is no more to be had, the kernel traps, and the host goes another way. Memory grows by half of what there is, which costs
 * nothing until it is used: each time it grows, V8 counts it as memory of the heap, and soon looks for garbage. By 4 MB at a time, 16 such looks took 0.15 s of a run of 1.6. */
export function take(bytes: u64): usize {
  const from = top;
  // In 64 bits, since the end of what is asked for may lie beyond all addresses.
  const end = (<u64>from + bytes + 63) & ~63;
  const missing = <i32>((end + 0xffff) >>> 16) - memory.size();
  if (missing > 0 && !grew(max(missing, memory.size() >>> 1)) && !grew(max(missing, 64)) && !grew(missing)) {
    exhausted = true;
    unreachable();
  }
  top = <usize>end;
  return from;
}

function grew(pages: i32): bool {
  return memory.grow(pages) >= 0;
}
