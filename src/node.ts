// The library's Node end: files and streams. Everything else is in the main entry, which runs anywhere.

export type { Trace } from './trace/trace.ts';
