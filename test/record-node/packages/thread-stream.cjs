// Lines through a buffer that is soon full and starts anew; the name of the package is an argument.
const { devNull } = require('node:os');
const { join } = require('node:path');
const ThreadStream = require(process.argv[2]);

const stream = new ThreadStream({
  filename: join(__dirname, 'thread-stream-target.cjs'),
  workerData: { path: devNull },
  sync: true,
  bufferSize: 64,
});
stream.on('ready', () => {
  let i = 0;
  const go = () => {
    while (i++ < 1000)
      if (!stream.write(`line ${i} ${'x'.repeat(30)}\n`)) {
        stream.once('drain', go);
        return;
      }
    stream.end();
  };
  go();
});
stream.on('close', () => console.log('closed'));
