// A wait with a limit, whose result says whether the data is there, and nobody asks.
import { late, run, shared } from './common.mjs';

const [READY, DATA] = [0, 1];
run(
  () => {
    shared[DATA] = 1;
    Atomics.store(shared, READY, 1);
    Atomics.notify(shared, READY);
  },
  () => {
    late();
    Atomics.wait(shared, READY, 0, 400);
    shared[DATA] = 2;
  },
);
