// Where the worker of thread-stream writes.
const { once } = require('node:events');
const { createWriteStream } = require('node:fs');

module.exports = async ({ path }) => {
  const file = createWriteStream(path);
  await once(file, 'open');
  return file;
};
