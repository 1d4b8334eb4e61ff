// Where events go, for those who make them and need nothing else of it.

import type { Op } from '../../trace/operation.ts';

export interface EventOutput {
  add(op: Op, thread: number, target: number, location: number): void;
}
