// A worker of node-server.mjs.

import { workerData } from 'node:worker_threads';
import { Table } from './node-table.mjs';

// piscina has data of its own beside that of its user.
const table = new Table(Array.isArray(workerData) ? workerData[1] : workerData);

export default ({ key, length }) => (length === undefined ? table.get(key) : table.set(key, length));
