import { Op } from '../../src/trace/operation.ts';

/** The plain operations that every detector understands. */
export const BASIC_OPERATIONS: readonly Op[] = [Op.read, Op.write, Op.acquire, Op.release, Op.fork, Op.join];
