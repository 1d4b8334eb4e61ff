// The worker of poolifier.mjs.
import { ThreadWorker } from 'poolifier';
import sum from './task.mjs';

export default new ThreadWorker(sum);
