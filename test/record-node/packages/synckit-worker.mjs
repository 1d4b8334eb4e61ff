// The function that synckit.mjs calls.
import { runAsWorker } from 'synckit';

runAsWorker(async (memory, i) => {
  const words = new Int32Array(memory);
  words[1] = words[0] * i;
  return i + 1;
});
