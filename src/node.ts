// The library's Node end: files and streams. Everything else is in the main entry, which runs anywhere.

export { type InputOptions, openInput } from './formats/file/input.ts';
export { type Output, openOutput, writeOutput } from './formats/file/output.ts';
