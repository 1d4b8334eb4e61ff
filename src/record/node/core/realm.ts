// A realm has built-in objects of its own: that of the program, and those that node:vm makes, in which jest runs tests and what they
// import.

/** What is patched of a realm. */
export type Realm = Pick<
  typeof globalThis,
  'Array' | 'Atomics' | 'DataView' | 'Int8Array' | 'JSON' | 'Object' | 'Reflect' | 'SharedArrayBuffer' | 'Uint8Array'
>;

/** What all typed arrays inherit from. */
export function viewPrototype(realm: Realm): object {
  return Object.getPrototypeOf(realm.Int8Array.prototype) as object;
}
