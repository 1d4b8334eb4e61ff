// Lines through a transport, which writes in a worker.
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const pino = require('pino');

const folder = mkdtempSync(join(tmpdir(), 'foretrace-pino-'));
const destination = join(folder, 'lines');
const transport = pino.transport({ target: 'pino/file', options: { destination } });
// After the package's own listener, which writes what is left.
process.on('exit', () => {
  const numbers = readFileSync(destination, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).i);
  console.log(
    numbers.every((number, i) => number === i),
    numbers.length,
  );
  rmSync(folder, { recursive: true });
});
const logger = pino(transport);
transport.on('ready', () => {
  for (let i = 0; i < 100; i++) logger.info({ i }, 'a line');
  transport.end();
});
