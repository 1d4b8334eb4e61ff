// Memory of the kernel: taken from the end, never given back to the system; what is used again has a list of its own where it is used.

let top: usize = (__heap_base + 63) & ~63;

export function bytesTaken(): usize {
  return top;
}

/** Zeroed, at a multiple of 64. Where there is no more to be had, the kernel traps, and the host goes another way. */
export function take(bytes: usize): usize {
  const from = top;
  top = (from + bytes + 63) & ~63;
  const missing = <i32>(((top + 0xffff) >>> 16) - memory.size());
  if (missing > 0 && memory.grow(max(missing, 64)) < 0 && memory.grow(missing) < 0) unreachable();
  return from;
}
