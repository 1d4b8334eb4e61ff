// Times and positions of compressed traces pass 2^32 and are kept as doubles.

/** A copy with room for `length` numbers. */
export function grownFloats(array: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length);
  larger.set(array);
  return larger;
}
