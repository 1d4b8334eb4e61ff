// `node --import foretrace/register app.js`: records the program into the folder of FORETRACE_RECORD, or into ./foretrace-recording.

import { createRequire } from 'node:module';
import { registerPath } from './preload.ts';

createRequire(import.meta.url)(registerPath());
