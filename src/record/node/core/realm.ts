// A realm has built-in objects of its own: that of the program, and those that node:vm makes, in which jest runs tests and what they
// import.

/** What is patched of a realm. */
export type Realm = Pick<
  typeof globalThis,
  | 'Array'
  | 'Atomics'
  | 'DataView'
  | 'Function'
  | 'Int8Array'
  | 'JSON'
  | 'Object'
  | 'Proxy'
  | 'Reflect'
  | 'SharedArrayBuffer'
  | 'Uint8Array'
>;

const realms: WeakRef<Realm>[] = [];
const patches: ((realm: Realm) => void)[] = [];

/** A realm that the program's code runs in; its built-in objects are about to be patched. */
export function meetRealm(realm: Realm): void {
  realms.push(new WeakRef(realm));
  for (const patch of patches) patch(realm);
}

/** Those that there are, and those that will be. */
export function inEveryRealm(patch: (realm: Realm) => void): void {
  patches.push(patch);
  for (const reference of realms) {
    const realm = reference.deref();
    if (realm !== undefined) patch(realm);
  }
}

/** What all typed arrays inherit from. */
export function viewPrototype(realm: Realm): object {
  return Object.getPrototypeOf(realm.Int8Array.prototype) as object;
}
