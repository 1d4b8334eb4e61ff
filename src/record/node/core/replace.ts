// Puts functions in the place of built-in ones so that the program cannot tell by looking: same name, length, properties and
// attributes.

/** Does nothing where this Node has no such function. */
export function replace(owner: object, name: PropertyKey, value: (...args: never[]) => unknown): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  if (descriptor === undefined || typeof descriptor.value !== 'function' || !descriptor.configurable) return;
  // Also what Node keeps on functions, such as the names of the results that util.promisify gives.
  const { prototype, ...properties } = Object.getOwnPropertyDescriptors(descriptor.value as Record<PropertyKey, unknown>);
  Object.defineProperties(value, properties);
  Object.defineProperty(owner, name, { ...descriptor, value });
}
