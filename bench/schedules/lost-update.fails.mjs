// Each access is atomic, the update is not.
import { late, run, shared } from './common.mjs';

const add = () => {
  const n = Atomics.load(shared, 0);
  Atomics.store(shared, 0, n + 1);
};
run(add, () => {
  late();
  add();
}).then(() => process.exit(Atomics.load(shared, 0) === 2 ? 0 : 1));
