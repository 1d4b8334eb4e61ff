// Findings that are wholly in code that foretrace did not compile. Such code is known by its calls of the C library and its locks only, and what else
// orders these is not: a library that keeps its threads apart by atomics of its own would be accused. They are folded, which is said.

import { type Finding, stacksOf } from './finding.ts';
import { actingFrame, type Frame } from './stack.ts';

/** Whether nothing of it is in code that is recorded. */
export function isWhollyForeign(finding: Finding): boolean {
  return stacksOf(finding).every((stack) => actingFrame(stack)?.foreign);
}

/** Whose code findings are in: libraries, or source files where these are known. */
export function foreignCode(findings: readonly Finding[]): string[] {
  const frames = findings.flatMap((finding) => stacksOf(finding).map(actingFrame));
  return [...new Set(frames.flatMap((frame) => (frame?.foreign ? [codeOf(frame)] : [])))].sort();
}

/** The source file, or the file of the library: locations without lines are `libfoo.so+0x1234 (push)`. */
export function codeOf({ file, location }: Frame): string {
  return file ?? location.replace(/\+0x[\da-f]+( .*)?$/, '');
}
