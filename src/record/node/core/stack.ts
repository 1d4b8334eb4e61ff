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

/** Numbers of places by their file, and by what they are known by in it. */
const known = new Map<string, Map<number | string, number>>();

/** Annotations may be those of another installation: the program's own, where the recorder is that of the command line. */
const ANNOTATIONS = '/dist/record/node/annotate.js';

function isOurs(file: string): boolean {
  return file.startsWith(OURS) || file.endsWith(ANNOTATIONS);
}

function isNode(file: string): boolean {
  return file.startsWith('node:');
}

function isWasm(file: string): boolean {
  return file.startsWith('wasm:');
}

/** The innermost place outside the recorder: INTERNAL if it is in Node itself, 0 if unknown. */
export function siteFromStack(): number {
  for (const frame of callSites(DEPTH)) {
    const file = frame.getFileName();
    if (file === null || file === undefined || isOurs(file)) continue;
    if (isNode(file)) return INTERNAL;
    return siteOfLine(file, frame.getLineNumber() ?? 0);
  }
  return 0;
}

/** The innermost place in the program, whatever of Node lies in between. */
export function siteOfProgram(): number {
  for (const frame of callSites(DEPTH)) {
    const file = frame.getFileName();
    if (file === null || file === undefined || isOurs(file) || isNode(file)) continue;
    return siteOfLine(file, frame.getLineNumber() ?? 0);
  }
  return 0;
}

/** The file of that place, as the stack has it. */
export function fileOfProgram(): string | undefined {
  for (const frame of callSites(DEPTH)) {
    const file = frame.getFileName();
    if (file && !isOurs(file) && !isNode(file)) return file;
  }
  return undefined;
}

/** A call on the stack. */
export interface Call {
  readonly site: number;
  /** What is inside was not called but is awaited there. */
  readonly awaits: boolean;
}

/** The calls around the innermost place of the program, the next one first; undefined if nothing is known of them. The `inner` first
 * frames of WebAssembly are ours. */
export function callsAround(inner: number): Call[] | undefined {
  const calls: Call[] = [];
  let isInside = true;
  let ours = inner;
  let isAwaited = false;
  for (const frame of callSites(WHOLE_DEPTH)) {
    const file = frame.getFileName() ?? '';
    if (isOurs(file)) continue;
    if (ours > 0 && isWasm(file)) {
      ours--;
      continue;
    }
    if (isInside) {
      isInside = file === '' ? !frame.isEval() : isNode(file);
      continue;
    }
    const awaits = frame.isAsync();
    // What ran the continuation stands in no relation to who awaits it.
    if (awaits && !isAwaited) dropRunner(calls);
    isAwaited ||= awaits;
    calls.push({ site: siteOfFrame(frame, file), awaits });
  }
  return isInside ? undefined : calls;
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
  return numbered(file, -line, () => sitesOfText(pathOf(file), `line\n${line}`, [line, 0]));
}

function siteOfFrame(frame: CallSite, file: string): number {
  if (file === '') return siteOfBuiltIn(frame);
  if (isNode(file)) return siteOfInternal(file, frame.getFunctionName() ?? '');
  if (isWasm(file)) return siteOfWasm(frame, file);
  return numbered(file, frame.getPosition(), () =>
    siteOfCall(pathOf(file), frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0, frame.getFunctionName() ?? ''),
  );
}

/** `bank.wasm (deposit)`, as V8 calls both: offsets are those of the instrumented module, and say nothing but which function it is. They cost the
 * least to ask for: a module without names has V8 write a whole line for each frame. */
function siteOfWasm(frame: CallSite, file: string): number {
  return numbered(file, frame.getPosition(), () => {
    const name = frame.getFunctionName() ?? /wasm-function\[\d+\]/.exec(frame.toString())?.[0] ?? 'function';
    return numbered(file, name, () => {
      const place = `${file.replace(/^wasm:\/\/wasm\//, '').replace(/-?[\da-f]{8}$/, '') || 'wasm'} (${name})`;
      return sitesOfNames(`${file} ${name}`, file, [place]);
    });
  });
}

/** Without a line: V8 would parse the function again to tell it, and nobody reads on there. */
function siteOfInternal(file: string, name: string): number {
  return numbered(file, name, () => {
    const place = name === '' ? file : `${file} (${name})`;
    const site = sitesOfNames(place, file, [place]);
    internals.add(site);
    return site;
  });
}

/** `Array.forEach`, `new Promise`; and what an `eval` made, which has no file either. */
function siteOfBuiltIn(frame: CallSite): number {
  // Of those that are awaited V8 has Promise.all and its like, as functions of no type.
  const [type, name] = [frame.isAsync() ? 'Promise' : frame.getTypeName(), frame.getFunctionName() ?? ''];
  const called = frame.isConstructor() ? `new ${name}` : type === null || name.includes('.') ? name : `${type}.${name}`;
  const place = frame.isEval()
    ? `[eval]:${frame.getLineNumber() ?? 0}${name === '' ? '' : ` (${name})`}`
    : `node:built-in (${called})`;
  return numbered(place, 0, () => sitesOfNames(place, 'node:built-in', [place]));
}

function numbered(file: string, at: number | string, take: () => number): number {
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
