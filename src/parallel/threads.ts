// Threads as Node has them, without an import that a bundler for browsers would stumble over. Where there are none, all is done in one.

/** Node's module, or undefined. */
export const threads = (globalThis as { readonly process?: NodeJS.Process }).process?.getBuiltinModule?.('node:worker_threads');

export type Threads = NonNullable<typeof threads>;
export type Worker = InstanceType<Threads['Worker']>;
export type MessagePort = InstanceType<Threads['MessagePort']>;
