// Synchronous calls, each in a worker of its own.
const { join } = require('node:path');
const { createSyncFn } = require('sync-threads');

const call = createSyncFn(join(__dirname, 'sync-threads-worker.cjs'));
for (let i = 0; i < 5; i++) console.log(typeof call(i));
