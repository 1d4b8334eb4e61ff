// Puts functions in the place of built-in ones so that the program cannot tell by looking: same name, length, properties and
// attributes.

/** Does nothing where this Node has no such function. In the place of a function of the language a method should stand, `{ m() {} }.m`: it has no
 * `prototype` either, and cannot be called with `new`. */
export function replace(owner: object, name: PropertyKey, value: (...args: never[]) => unknown): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  if (descriptor === undefined || typeof descriptor.value !== 'function' || !descriptor.configurable) return;
  give(value, descriptor.value as Native);
  Object.defineProperty(owner, name, { ...descriptor, value });
}

type Native = (...args: unknown[]) => unknown;

/** The same of a getter or a setter; `made` has, by the same word, what takes its place. */
export function replaceAccessor<Which extends 'get' | 'set'>(
  owner: object,
  name: PropertyKey,
  which: Which,
  made: (native: Native) => Record<Which, (this: unknown, value: unknown) => unknown>,
): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  const native = descriptor?.[which] as Native | undefined;
  if (native === undefined || !descriptor!.configurable) return;
  const value = made(native)[which];
  give(value, native);
  Object.defineProperty(owner, name, { ...descriptor, [which]: value });
}

/** Also what Node keeps on functions, such as the names of the results that util.promisify gives. */
export function give(value: object, native: Native): void {
  const { prototype, ...properties } = Object.getOwnPropertyDescriptors(native as unknown as Record<PropertyKey, unknown>);
  Object.defineProperties(value, properties);
}
