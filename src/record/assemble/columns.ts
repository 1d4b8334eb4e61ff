// Columns that grow: numbers of one kind, appended and looked up by index, without an object for each.

/** Typed arrays of more than this many elements grow by a quarter instead of doubling: 24 GB must do for large recordings. */
const LARGE = 1 << 26;

type Typed = Uint8Array | Uint32Array | Int32Array | Float64Array;

/** A copy with room for at least `length` elements and some to come. */
export function enlarged<A extends Typed>(array: A, length: number): A {
  const room = array.length < LARGE ? array.length * 2 : Math.ceil(array.length * 1.25);
  const larger = new (array.constructor as new (length: number) => A)(Math.max(room, length, 64));
  larger.set(array);
  return larger;
}
