// Findings that are wholly in installed packages: the bundler that a test runner brings along, the pool inside of a library. Whoever runs the program
// can seldom mend them.
//
// A place in a package is still the program's if the program itself led there. So a finding is the program's if one of its places is; if the program's own
// code is a caller of *each* of its places (both threads of `fill(view)` are the program's, whoever wrote `fill`); and if it is about memory that the
// program's own code made, and called one of the places (it handed a buffer over and went on using it). A race of a package with its own
// worker is not, though the program called the package: no code of the program is what the worker does.

import { type Finding, sidesOf, stacksOf } from './finding.ts';
import type { Frame } from './stack.ts';

/** What of a longer stack is not known: recorders of Node.js keep so many frames, and may have left those of the program out. */
const CUT_AT = 64;

export function isWhollyInDependencies(finding: Finding): boolean {
  if (!stacksOf(finding).every((stack) => atWork(stack)?.dependency)) return false;
  const led = sidesOf(finding).map(({ stack }) => isLedByProgram(stack));
  if (led.every((isLed) => isLed)) return false;
  return !(led.some((isLed) => isLed) && isMadeByProgram(finding));
}

/** The names of the packages. */
export function packagesOf(findings: readonly Finding[]): string[] {
  const frames = findings.flatMap((finding) => stacksOf(finding).map(atWork));
  return [
    ...new Set(frames.flatMap((frame) => (frame?.dependency && frame.library !== undefined ? [frame.library] : []))),
  ].sort();
}

/** Who did it: the innermost frame that is not in Node.js itself, whose functions do what they are called for. */
function atWork(stack: readonly Frame[]): Frame | undefined {
  return stack.find(({ library }) => library !== 'Node.js');
}

/** Whether the program's own code is a caller, or may be one. Frames of WebAssembly without a file are nobody's. */
function isLedByProgram(stack: readonly Frame[]): boolean {
  return (
    stack.length >= CUT_AT ||
    stack.some(({ library, file, more }) => more !== undefined || (library === undefined && file !== undefined))
  );
}

function isMadeByProgram({ allocation }: Finding): boolean {
  const frame = allocation && atWork(allocation.stack);
  return frame !== undefined && frame.library === undefined;
}
