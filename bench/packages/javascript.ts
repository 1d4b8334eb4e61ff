// Packages of JavaScript that share memory between worker threads, or share threads: synchronous calls, pools, locks, queues.

import type { PackageProgram } from './package.ts';

const POOL = 'tasks over shared memory in two workers, their answers, the end of the pool';

const OF_LENGTH =
  'The length is written plainly and waited for atomically; who does not have to wait reads it before the payload is there';

export const javascriptPackages: readonly PackageProgram[] = [
  {
    name: 'thread-stream',
    version: '4.1.0',
    program: ['thread-stream.cjs', 'thread-stream'],
    covers: '1000 lines through a ring of 64 bytes that a worker reads',
    must: ['thread-stream/lib/worker.js:233', 'thread-stream/index.js:504'],
    judged: [
      {
        kind: 'race',
        places: ['thread-stream/lib/worker.js', 'thread-stream/index.js'],
        why: 'The writer sets the read index to 0, then the write index. A reader between the two takes the old end for the new one and reads the buffer again while it is being written. Fixed in 4.2.0',
      },
    ],
  },
  {
    name: 'thread-stream',
    version: '4.2.1',
    program: ['thread-stream.cjs', 'thread-stream'],
    covers: 'the same',
    judged: [],
  },
  {
    name: 'await-sync',
    version: '1.0.3',
    program: ['await-sync.mjs'],
    covers: 'three calls that block until a worker has answered',
    must: ['await-sync/worker.js:23', 'await-sync/mod.js:52'],
    judged: [
      {
        kind: 'race',
        places: ['await-sync/worker.js:23', 'await-sync/mod.js:52'],
        why: 'The length is there before the payload: who does not have to wait reads an old payload',
      },
      { kind: 'race', places: ['await-sync/worker.js:21', 'await-sync/mod.js:27'], why: OF_LENGTH },
      { kind: 'race', places: ['await-sync/worker.js:21', 'await-sync/mod.js:31'], why: OF_LENGTH },
      { kind: 'race', places: ['await-sync/worker.js:21', 'await-sync/mod.js:36'], why: OF_LENGTH },
    ],
  },
  {
    name: 'sync-threads',
    version: '1.0.1',
    program: ['sync-threads.cjs'],
    covers: 'five calls that block, each in a worker of its own',
    judged: [
      {
        kind: 'race',
        places: ['sync-threads/src/index.js:64', 'sync-threads/src/index.js:64'],
        why: 'The word that a call waits for is never set back to 0: from the second call on nobody waits, and two workers write their answers into the same bytes',
      },
      {
        kind: 'race',
        places: ['sync-threads/src/index.js:25', 'sync-threads/src/index.js:66'],
        why: 'As above: a call that does not wait reads the length while the worker of an earlier one stores it',
      },
      {
        kind: 'race',
        places: ['sync-threads/src/index.js:31', 'sync-threads/src/index.js:64'],
        why: 'As above: a call that does not wait reads an answer while another is being written',
      },
    ],
  },
  {
    name: 'synckit',
    version: '0.12.3',
    program: ['synckit.mjs'],
    covers: 'five calls that block until a worker has answered',
    judged: [],
  },
  {
    name: 'make-synchronous',
    version: '2.1.0',
    program: ['make-synchronous.mjs'],
    covers: 'five calls that block until a worker has answered',
    judged: [],
  },
  {
    name: 'sync-message',
    version: '0.0.12',
    program: ['sync-message.cjs'],
    covers: 'five messages that a worker waits for',
    judged: [],
  },
  {
    name: '@vscode/sync-api-common',
    version: '0.9.0',
    program: ['vscode-sync-api.cjs'],
    covers: 'four requests of a worker, which waits for each answer',
    judged: [],
  },
  { name: 'piscina', version: '5.3.2', program: ['piscina.mjs'], covers: POOL, judged: [] },
  { name: 'tinypool', version: '2.2.0', program: ['tinypool.mjs'], covers: POOL, judged: [] },
  { name: 'workerpool', version: '10.0.3', program: ['workerpool.mjs'], covers: POOL, judged: [] },
  { name: 'poolifier', version: '5.3.2', program: ['poolifier.mjs'], covers: POOL, judged: [] },
  { name: 'comlink', version: '4.4.2', program: ['comlink.mjs'], covers: 'calls of two workers over their ports', judged: [] },
  {
    name: 'multithreading',
    version: '0.3.52',
    node: '22.23.3',
    program: ['multithreading.mjs'],
    covers: 'a mutex and a channel between two workers',
    judged: [],
  },
  {
    name: 'sharedmap',
    version: '1.2.0',
    program: ['sharedmap.mjs'],
    covers: 'two workers that set, get and delete',
    judged: [],
  },
  { name: 'ringbuf.js', version: '0.4.0', program: ['ringbuf.mjs'], covers: 'one producer, one consumer', judged: [] },
  {
    name: 'pino',
    version: '10.4.0',
    program: ['pino.cjs'],
    covers: '100 lines through a transport, which is a worker',
    judged: [],
  },
];
