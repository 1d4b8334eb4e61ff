// A lock that is taken again by who has it.
import { Mutex } from './lib/mutex.mjs';

const mutex = new Mutex(new SharedArrayBuffer(4), 0);
mutex.lock();
mutex.lock();
