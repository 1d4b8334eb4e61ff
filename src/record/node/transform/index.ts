// Instruments JavaScript: accesses of elements, iteration and destructuring, calls of Atomics and of DataView and Buffer accessors, eval.
// The program computes what it computed before, line for line; the tests hold it to that with random programs. One parse and one walk.

import type { SourceKind, Transformed } from '../core/hooks.ts';
import { Lines } from './lines.ts';
import { parse } from './parse.ts';
import { Rewriter } from './rewriter.ts';
import { visit } from './visit.ts';

/** The instrumented text, or undefined if there is nothing to hook. Throws a SyntaxError if the text does not parse. */
export function transform(source: string, kind: SourceKind): Transformed | undefined {
  const { program, declared } = parse(source, kind);
  const rewriter = new Rewriter(source, declared, kind !== 'script', visit);
  rewriter.visit(program);
  if (rewriter.edits.empty) return undefined;
  const lines = new Lines(source);
  const placed = (position: number): readonly number[] => {
    if (position < 0) return [0, 0];
    const { line, column } = lines.at(position);
    return [line, column];
  };
  const sites = rewriter.sites.flatMap(placed);
  return { ...rewriter.edits.apply(source, lines), sites, names: rewriter.siteNames.flatMap(placed) };
}
