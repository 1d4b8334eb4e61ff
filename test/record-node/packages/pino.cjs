// Lines through a transport, which writes in a worker.
const { devNull } = require('node:os');
const pino = require('pino');

const transport = pino.transport({ target: 'pino/file', options: { destination: devNull } });
transport.on('close', () => console.log('closed'));
const logger = pino(transport);
transport.on('ready', () => {
  for (let i = 0; i < 100; i++) logger.info({ i }, 'a line');
  transport.end();
});
