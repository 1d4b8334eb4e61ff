// The letters of the steps that programs play which do what a trace says.

import { Op } from '../../src/trace/operation.ts';

export const LETTERS: Readonly<Partial<Record<number, string>>> = {
  [Op.read]: 'r',
  [Op.write]: 'w',
  [Op.acquire]: 'a',
  [Op.release]: 'z',
  [Op.acquireShared]: 's',
  [Op.releaseShared]: 'u',
  [Op.volatileRead]: 'l',
  [Op.volatileWrite]: 'v',
};
