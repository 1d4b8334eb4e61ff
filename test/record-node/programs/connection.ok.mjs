// Threads of one process that talk over connections: what was done before something is sent is there for who receives it.
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const [ASKED, ANSWERED, LINE, REPLY, ENDED, BODY, COUNT] = [0, 1, 2, 3, 4, 5, 6];
const check = (is) => {
  if (!is) throw new Error('not seen');
};

async function serve(cells, worker) {
  const lines = net.createServer((socket) => {
    socket.once('data', () => {
      check(cells[LINE] === 1);
      cells[REPLY] = 1;
      socket.write('reply');
    });
    socket.once('end', () => {
      check(cells[ENDED] === 1);
      lines.close();
    });
  });
  const pages = http.createServer((request, response) => {
    check(cells[ASKED] === 1);
    let isFirst = true;
    request.on('data', () => {
      if (!isFirst) check(cells[BODY] === 1);
      isFirst = false;
      response.write('go on');
    });
    request.on('end', () => {
      cells[ANSWERED] = 1;
      response.end('done');
      pages.close();
    });
  });
  lines.listen(0, '127.0.0.1');
  pages.listen(0, '127.0.0.1');
  await Promise.all([once(lines, 'listening'), once(pages, 'listening')]);
  worker.postMessage([lines.address().port, pages.address().port]);
}

async function ask(cells, [line, page]) {
  const socket = net.connect(line, '127.0.0.1');
  await once(socket, 'connect');
  cells[LINE] = 1;
  socket.write('line');
  await once(socket, 'data');
  check(cells[REPLY] === 1);
  cells[ENDED] = 1;
  socket.end();
  cells[ASKED] = 1;
  const request = http.request({ port: page, host: '127.0.0.1', method: 'POST' });
  request.write('first');
  const [response] = await once(request, 'response');
  cells[BODY] = 1;
  request.end('second');
  for await (const _ of response);
  check(cells[ANSWERED] === 1);
}

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(4 * COUNT));
  await serve(cells, new Worker(new URL(import.meta.url), { workerData: cells }));
} else {
  parentPort.once('message', (ports) => ask(workerData, ports));
}
