// The worker of workerpool.mjs.
import workerpool from 'workerpool';
import sum from './task.mjs';

workerpool.worker({ sum });
