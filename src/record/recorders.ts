// The one list of recorders.

import type { Recorder } from './recorder.ts';

export const recorders: readonly Recorder[] = [];
