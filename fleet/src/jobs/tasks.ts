// The one list of what the processes of jobs do, by name. Nothing here knows of the database.

import { analyzeTask } from './analyze-task.ts';
import type { Task } from './kind.ts';
import { mergeTask, shareTask } from './share-task.ts';
import { cutTask, joinTask, sumTask, tellTask } from './split-task.ts';

/** The answer in pieces of text or bytes. */
export type TaskWork = (task: never) => Promise<Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>>;

const all: Readonly<Record<string, TaskWork>> = {
  analyze: analyzeTask,
  cut: cutTask,
  sum: sumTask,
  join: joinTask,
  tell: tellTask,
  share: shareTask,
  merge: mergeTask,
};

export const tasks = all as Readonly<Record<string, (task: Task) => ReturnType<TaskWork>>>;
