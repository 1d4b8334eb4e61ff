// Packages of npm with worker threads over shared memory, each with a small program that uses it (test/record-node/packages).

import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedProgram, Source, Tools } from './program.ts';

const DRIVERS = 'test/record-node/packages';

function program(name: string, run: string, kept = true): RecordedProgram {
  return { name: `js/${name}`, run: `PATH=$PWD/node_modules/node/bin:$PATH node --no-warnings ${run}`, kept };
}

function source(packages: string, ...programs: readonly RecordedProgram[]): Source {
  return {
    id: packages.split(' ')[0]!.replace(/(.)@.*/, '$1'),
    from: `npm: ${packages}`,
    programs,
    prepare: (tools) => installed(packages, tools),
  };
}

export const npmSources: readonly Source[] = [
  source('await-sync@1.0.3', program('await-sync', 'await-sync.mjs 60')),
  // It does not run on the oldest Node.js that foretrace supports.
  source('multithreading@0.3.52 node@22', program('multithreading', 'multithreading.mjs')),
  source('pino@10.4.0', program('pino', 'pino.cjs')),
  source('piscina@5.3.2', program('piscina', 'piscina.mjs')),
  source('ringbuf.js@0.4.0', program('ringbuf', 'ringbuf.mjs 20000')),
  source('sharedmap@1.2.0', program('sharedmap', 'sharedmap.mjs')),
  source('sync-threads@1.0.1', program('sync-threads', 'sync-threads.cjs')),
  source('synckit@0.12.3', program('synckit', 'synckit.mjs')),
  source('thread-stream@4.1.0', { ...program('thread-stream-4.1.0-race', 'thread-stream.cjs thread-stream'), noise: true }),
  source('thread-stream@4.2.1', program('thread-stream-4.2.1', 'thread-stream.cjs thread-stream')),
  source('tinypool@2.2.0', program('tinypool', 'tinypool.mjs')),
];

function installed(packages: string, { work, root, shell }: Tools): string {
  const folder = join(work, packages.replaceAll(/[^\w.]+/g, '-'));
  mkdirSync(folder, { recursive: true });
  shell(`npm install --prefix . --no-save --no-audit --no-fund ${packages}`, folder);
  cpSync(join(root, DRIVERS), folder, { recursive: true });
  return folder;
}
