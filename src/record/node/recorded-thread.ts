// The recorder, in a thread of the program: the entry of the script that scripts/bundle.mjs makes of it, and that require.cts loads in every thread and
// child process. It must load fast, and must never make the program fail.

// First: it keeps the built-in functions as they are.
import './core/natives.ts';
import { install } from './core/install.ts';

install();
