// Typed arrays that grow: numbers of one kind, appended and looked up by index, without an object for each.

export type Typed = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** Arrays of more than this many elements grow by a quarter instead of doubling: 24 GB must do for large recordings. */
const LARGE = 1 << 26;

/** A copy with `length` elements, those behind the old ones zero; in memory that threads share if that of the array is. */
export function grown<A extends Typed>(array: A, length: number): A {
  const make = array.constructor as new (room: number | SharedArrayBuffer) => A;
  const larger = new make(isShared(array) ? new SharedArrayBuffer(length * array.BYTES_PER_ELEMENT) : length);
  larger.set(array);
  return larger;
}

/** Whether several threads can look at the array. */
function isShared(array: Typed): boolean {
  return typeof SharedArrayBuffer === 'function' && array.buffer instanceof SharedArrayBuffer;
}

/** A copy with room for at least `length` elements and some to come: appending one by one copies each a few times. */
export function enlarged<A extends Typed>(array: A, length: number): A {
  const room = array.length < LARGE ? array.length * 2 : Math.ceil(array.length * 1.25);
  return grown(array, Math.max(room, length, 64));
}
