// Two callbacks of one agent take two locks in two orders: no thread is blocked, and none of them goes on.
import { setImmediate } from 'node:timers/promises';

const both = (first, second) =>
  navigator.locks.request(first, async () => {
    await setImmediate();
    await navigator.locks.request(second, () => console.log('never'));
  });
both('left', 'right');
both('right', 'left');
