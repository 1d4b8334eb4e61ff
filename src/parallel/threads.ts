// Threads as Node has them. Where there are none, all is done in one.

import { builtin } from '../base/builtin.ts';

/** Node's module, or undefined. */
export const threads = builtin?.('node:worker_threads');

export type Threads = NonNullable<typeof threads>;
export type Worker = InstanceType<Threads['Worker']>;
export type MessagePort = InstanceType<Threads['MessagePort']>;
