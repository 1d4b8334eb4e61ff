// Sites of calls that the transform did not mark: taken from the stack, some microseconds each. The line is that of the source, because
// the transform keeps lines; the column is not, and is left out.

import { fileURLToPath } from 'node:url';
import { natives } from './natives.ts';
import { sitesOfText } from './sites.ts';

/** Frames of files in here are ours. */
const OURS = new URL('..', import.meta.url).href;
const DEPTH = 16;

/** What a place in Node's own code is: not recorded. */
export const INTERNAL = -1;

const known = new Map<string, number>();

interface Frame {
  getFileName(): string | null | undefined;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
}

function frames(): readonly Frame[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = DEPTH;
    Error.prepareStackTrace = (_, calls) => calls;
    const holder: { stack?: readonly Frame[] } = {};
    natives.captureStackTrace(holder, frames);
    return Array.isArray(holder.stack) ? holder.stack : [];
  } catch {
    return [];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace!;
  }
}

/** The innermost place outside the recorder: INTERNAL if it is in Node itself, 0 if unknown. */
export function siteFromStack(): number {
  for (const frame of frames()) {
    const file = frame.getFileName();
    if (file === null || file === undefined || file.startsWith(OURS)) continue;
    if (file.startsWith('node:')) return INTERNAL;
    return siteOf(file, frame.getLineNumber() ?? 0);
  }
  return 0;
}

/** The innermost place in the program, whatever of Node lies in between. */
export function siteOfProgram(): number {
  for (const frame of frames()) {
    const file = frame.getFileName();
    if (file === null || file === undefined || file.startsWith(OURS) || file.startsWith('node:')) continue;
    return siteOf(file, frame.getLineNumber() ?? 0);
  }
  return 0;
}

/** The file of that place, as the stack has it. */
export function fileOfProgram(): string | undefined {
  for (const frame of frames()) {
    const file = frame.getFileName();
    if (file && !file.startsWith(OURS) && !file.startsWith('node:')) return file;
  }
  return undefined;
}

function siteOf(file: string, line: number): number {
  const key = `${file}:${line}`;
  let site = known.get(key);
  if (site === undefined) {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file;
    site = sitesOfText(path, `line\n${line}`, [line, 0]);
    known.set(key, site);
  }
  return site;
}
