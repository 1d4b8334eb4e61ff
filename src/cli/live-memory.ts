// What is alive in this process now, garbage collected first. Node has no other way to ask for a collection from inside.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function liveBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
