// `node --require foretrace/register app.js` (or --import): records the program into the folder of FORETRACE_RECORD, or into
// ./foretrace-recording. Loaded again in every worker and child process. It must load fast, and must never make the program fail.

// First: it keeps the built-in functions as they are.
import './core/natives.ts';
import { install } from './core/install.ts';

install();
