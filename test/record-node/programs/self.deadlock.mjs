// A lock that is taken again by who has it.
import { Mutex } from './lib/mutex.mjs';

const memory = new SharedArrayBuffer(4);
const mutex = new Mutex(memory, 0);
mutex.lock();
console.log('once');
mutex.lock();
