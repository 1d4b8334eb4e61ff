// Two orders in one agent, but the second requests are called off.
import { setImmediate } from 'node:timers/promises';

const controller = new AbortController();
const both = (first, second) =>
  navigator.locks.request(first, async () => {
    await setImmediate();
    await navigator.locks.request(second, { signal: controller.signal }, () => {}).catch(() => {});
  });
const all = Promise.all([both('left', 'right'), both('right', 'left')]);
for (let i = 0; i < 5; i++) await setImmediate();
controller.abort();
await all;
