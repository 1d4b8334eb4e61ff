// Instruments JavaScript: accesses of elements, iteration and destructuring, calls of Atomics and of DataView and Buffer accessors, eval.
// The program computes what it computed before, line for line; the tests hold it to that with random programs. One parse and one walk.

import type { AnyNode } from 'acorn';
import type { AtomicNames, SourceKind, Transformed, Wants } from '../core/hooks.ts';
import { atomicFunctions } from './atomic-functions.ts';
import { Lines } from './lines.ts';
import { parse } from './parse.ts';
import { Rewriter } from './rewriter.ts';
import { visit } from './visit.ts';

function calledBySource(node: AnyNode, lines: Lines, names: AtomicNames): string | undefined {
  const { line, column } = lines.at(node.start);
  if (node.type === 'Identifier') return names.original(line, column) ?? node.name;
  if (node.type === 'PrivateIdentifier') return `#${node.name}`;
  return node.type === 'Literal' ? String(node.value) : undefined;
}

/** The instrumented text, or undefined if there is nothing to hook. Throws a SyntaxError if the text does not parse. */
export function transform(
  source: string,
  kind: SourceKind,
  { atomic: names, isLed = false }: Wants = {},
): Transformed | undefined {
  const { program, declared } = parse(source, kind);
  const rewriter = new Rewriter(source, declared, kind !== 'script', visit);
  rewriter.isLed = isLed;
  const lines = new Lines(source);
  if (names !== undefined) rewriter.atomic = atomicFunctions(program, names, (node) => calledBySource(node, lines, names));
  rewriter.visit(program);
  if (rewriter.edits.empty) return undefined;
  const placed = (position: number): readonly number[] => {
    if (position < 0) return [0, 0];
    const { line, column } = lines.at(position);
    return [line, column];
  };
  const sites = rewriter.sites.flatMap(placed);
  return { ...rewriter.edits.apply(source, lines), sites, names: rewriter.siteNames.flatMap(placed) };
}
