// Instruments JavaScript: accesses of elements, iteration and destructuring, calls of Atomics and of DataView and Buffer accessors, eval.
// The program computes what it computed before, line for line; the tests hold it to that with random programs. One parse and one walk.

import { bisect } from '../../../base/bisect.ts';
import type { SourceKind, Transformed } from '../core/hooks.ts';
import { parse } from './parse.ts';
import { Rewriter } from './rewriter.ts';
import { visit } from './visit.ts';

/** The instrumented text, or undefined if there is nothing to hook. Throws a SyntaxError if the text does not parse. */
export function transform(source: string, kind: SourceKind): Transformed | undefined {
  const { program, declared } = parse(source, kind);
  const rewriter = new Rewriter(source, declared, kind !== 'script', visit);
  rewriter.visit(program);
  if (rewriter.edits.empty) return undefined;
  return { code: rewriter.edits.apply(source), sites: positions(source, rewriter.sites) };
}

/** Line and column, both from 1, of each position. */
function positions(source: string, sites: readonly number[]): number[] {
  const starts = [0];
  for (const { index, 0: end } of source.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(index + end.length);
  return sites.flatMap((position) => {
    const line = bisect(0, starts.length, (i) => starts[i]! <= position);
    return [line, position - starts[line - 1]! + 1];
  });
}
