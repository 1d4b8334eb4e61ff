// The function that sync-threads.cjs calls.
const { runAsWorker } = require('sync-threads');

runAsWorker(async (i) => i + 1);
