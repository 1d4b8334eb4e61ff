// The library's Node end: files and streams. Everything else is in the main entry, which runs anywhere.

export { makePrivateFolder, PRIVATE_FILE, PRIVATE_FOLDER } from './base/private-folder.ts';
export { isOfDeadProcess, isOfThisMachine, processMark } from './base/process-mark.ts';
export { version } from './base/version.ts';
export { withCuttable } from './formats/file/cuttable.ts';
export { type InputOptions, openInput } from './formats/file/input.ts';
export { type Output, openOutput, writeOutput } from './formats/file/output.ts';
