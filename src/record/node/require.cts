// What --require loads, in every thread and child process: CommonJS, so that a Node that is too old to record can say so instead of failing at a module.

const threads = require('node:worker_threads') as typeof import('node:worker_threads');
const { join } = require('node:path') as typeof import('node:path');
const { INHERITANCE } = require('./inheritance.js') as typeof import('./inheritance.ts');

if ((process.features as { require_module?: boolean }).require_module !== true) {
  if (threads.isMainThread)
    process.stderr.write(`foretrace: Node.js ${process.version} is too old to be recorded; 20.19 or 22.12 or later is needed\n`);
  // Node's own threads, such as those of module hooks, have nothing from us.
} else if (threads.isMainThread || threads.getEnvironmentData(INHERITANCE) !== undefined) {
  const { keptModule } = require('../../base/kept-code.js') as typeof import('../../base/kept-code.ts');
  keptModule(join(__dirname, 'recorded-thread.cjs'), { purpose: 'recorder', when: threads.isMainThread ? 'loaded' : 'never' });
}
