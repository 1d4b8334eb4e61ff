// The one list of recorders.

import { nativeRecorder } from './c/recorder.ts';
import { javaRecorder } from './java/recorder.ts';
import { nodeRecorder } from './node/recorder.ts';
import type { Recorder } from './recorder.ts';

export const recorders: readonly Recorder[] = [nodeRecorder, nativeRecorder, javaRecorder];
