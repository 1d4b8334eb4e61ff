// Typed arrays that grow: numbers of one kind, appended and looked up by index, without an object for each.

export type Typed = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** Arrays of more than this many elements grow by a quarter instead of doubling: 24 GB must do for large recordings. */
const LARGE = 1 << 26;

/** A copy with `length` elements, those behind the old ones zero. */
export function grown<A extends Typed>(array: A, length: number): A {
  const larger = new (array.constructor as new (length: number) => A)(length);
  larger.set(array);
  return larger;
}

/** A copy with room for at least `length` elements and some to come: appending one by one copies each a few times. */
export function enlarged<A extends Typed>(array: A, length: number): A {
  const room = array.length < LARGE ? array.length * 2 : Math.ceil(array.length * 1.25);
  return grown(array, Math.max(room, length, 64));
}
