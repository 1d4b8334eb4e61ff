// Where the program is, taken from the stack: the sites of calls that the transform did not mark, and the calls around an access. Our own
// frames are left out.

import { fileURLToPath } from 'node:url';
import { type CallSite, callSites } from './call-sites.ts';
import { siteOfCall, sitesOfNames, sitesOfText } from './sites.ts';

/** Frames of files in here are ours. */
const OURS = new URL('..', import.meta.url).href;
/** Frames that are looked at for a place, and for a whole stack. */
const DEPTH = 16;
const WHOLE_DEPTH = 64;

/** What a place in Node's own code is: not recorded. */
export const INTERNAL = -1;

/** Numbers of places by their file, and by line and column in it. */
const known = new Map<string, Map<number, number>>();
const COLUMNS = 2 ** 20;

function isNode(file: string): boolean {
  return file.startsWith('node:');
}

/** The innermost place outside the recorder: INTERNAL if it is in Node itself, 0 if unknown. */
export function siteFromStack(): number {
  for (const frame of callSites(DEPTH)) {
    const file = frame.getFileName();
    if (file === null || file === undefined || file.startsWith(OURS)) continue;
    if (isNode(file)) return INTERNAL;
    return siteOfLine(file, frame.getLineNumber() ?? 0);
  }
  return 0;
}

/** The innermost place in the program, whatever of Node lies in between. */
export function siteOfProgram(): number {
  for (const frame of callSites(DEPTH)) {
    const file = frame.getFileName();
    if (file === null || file === undefined || file.startsWith(OURS) || isNode(file)) continue;
    return siteOfLine(file, frame.getLineNumber() ?? 0);
  }
  return 0;
}

/** The file of that place, as the stack has it. */
export function fileOfProgram(): string | undefined {
  for (const frame of callSites(DEPTH)) {
    const file = frame.getFileName();
    if (file && !file.startsWith(OURS) && !isNode(file)) return file;
  }
  return undefined;
}

/** A call on the stack. */
export interface Call {
  readonly site: number;
  /** What is inside was not called but is awaited there. */
  readonly awaits: boolean;
}

/** The calls around the innermost place of the program, the next one first; empty if nothing is known of them. */
export function callsAround(): Call[] {
  const frames = callSites(WHOLE_DEPTH).filter((frame) => frame.getFileName()?.startsWith(OURS) !== true);
  const inner = frames.findIndex(isOfProgram);
  if (inner < 0) return [];
  const calls: Call[] = [];
  for (const frame of frames.slice(inner + 1)) {
    const awaits = frame.isAsync();
    // What ran the continuation stands in no relation to who awaits it.
    if (awaits && !calls.some((call) => call.awaits)) dropRunner(calls);
    calls.push({ site: siteOfFrame(frame), awaits });
  }
  return calls;
}

function isOfProgram(frame: CallSite): boolean {
  const file = frame.getFileName();
  return file === null || file === undefined ? frame.isEval() : !isNode(file);
}

/** Sites of Node's own code. */
const internals = new Set<number>();

function dropRunner(calls: Call[]): void {
  while (calls.length > 0 && internals.has(calls.at(-1)!.site)) calls.pop();
}

/** What stands for the event loop, where V8 has no frame for who called. */
export function siteOfLoop(): number {
  return sitesOfNames('loop', 'node:event loop', ['node:event loop']);
}

function siteOfLine(file: string, line: number): number {
  return numbered(file, line * COLUMNS, () => sitesOfText(pathOf(file), `line\n${line}`, [line, 0]));
}

function siteOfFrame(frame: CallSite): number {
  const file = frame.getFileName();
  if (!file) return siteOfBuiltIn(frame);
  const [line, column] = [frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0];
  return numbered(file, line * COLUMNS + (column % COLUMNS), () => {
    const name = frame.getFunctionName() ?? '';
    if (!isNode(file)) return siteOfCall(pathOf(file), line, column, name);
    const place = `${file}:${line}:${column}${name === '' ? '' : ` (${name})`}`;
    const site = sitesOfNames(place, file, [place]);
    internals.add(site);
    return site;
  });
}

/** `Array.forEach`, `new Promise`; and what an `eval` made, which has no file either. */
function siteOfBuiltIn(frame: CallSite): number {
  const [type, name] = [frame.getTypeName(), frame.getFunctionName() ?? ''];
  const called = frame.isConstructor() ? `new ${name}` : type === null || name.includes('.') ? name : `${type}.${name}`;
  const place = frame.isEval()
    ? `[eval]:${frame.getLineNumber() ?? 0}${name === '' ? '' : ` (${name})`}`
    : `node:built-in (${called})`;
  return numbered(place, 0, () => sitesOfNames(place, 'node:built-in', [place]));
}

function numbered(file: string, at: number, take: () => number): number {
  let sites = known.get(file);
  if (sites === undefined) {
    sites = new Map();
    known.set(file, sites);
  }
  let site = sites.get(at);
  if (site === undefined) {
    site = take();
    sites.set(at, site);
  }
  return site;
}

/** The file that a frame names, by path or URL. */
function pathOf(file: string): string {
  if (!file.startsWith('file:')) return file;
  try {
    return fileURLToPath(file);
  } catch {
    return file;
  }
}
