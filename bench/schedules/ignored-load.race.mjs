// The second worker looks whether the first is done, and goes on whether or not it is.
import { late, run, shared } from './common.mjs';

const [DONE, X] = [0, 1];
run(
  () => {
    shared[X] = 1;
    Atomics.store(shared, DONE, 1);
  },
  () => {
    late();
    Atomics.load(shared, DONE);
    shared[X] = 2;
  },
);
