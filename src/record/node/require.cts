// What --require loads: CommonJS, so that a Node that is too old to record can say so instead of failing at a module.

const { isMainThread } = require('node:worker_threads') as { isMainThread: boolean };

if ((process.features as { require_module?: boolean }).require_module === true) require('./register.js');
else if (isMainThread)
  process.stderr.write(`foretrace: Node.js ${process.version} is too old to be recorded; 20.19 or 22.12 or later is needed\n`);
