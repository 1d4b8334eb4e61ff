// Puts functions in the place of built-in ones so that the program cannot tell by looking: same name, length and attributes.

/** Does nothing where this Node has no such function. */
export function replace(owner: object, name: PropertyKey, value: (...args: never[]) => unknown): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  if (descriptor === undefined || typeof descriptor.value !== 'function' || !descriptor.configurable) return;
  const native = descriptor.value as { name: string; length: number };
  Object.defineProperty(value, 'name', { value: native.name, configurable: true });
  Object.defineProperty(value, 'length', { value: native.length, configurable: true });
  Object.defineProperty(owner, name, { ...descriptor, value });
}
