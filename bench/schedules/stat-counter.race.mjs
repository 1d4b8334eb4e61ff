// A counter in a critical section orders two writes in every run in which the first worker is the first.
import { late, lock, run, shared, unlock } from './common.mjs';

const [LOCK, COUNT, X] = [0, 1, 2];
run(
  () => {
    shared[X] = 1;
    lock(LOCK);
    shared[COUNT]++;
    unlock(LOCK);
  },
  () => {
    late();
    lock(LOCK);
    shared[COUNT]++;
    unlock(LOCK);
    shared[X] = 2;
  },
);
