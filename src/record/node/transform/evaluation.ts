// Calls of `eval`, also by another name. The function itself stays what it is, since only that is called directly, and programs look (SES).

import type { AnyNode, CallExpression } from 'acorn';
import { Hook } from '../core/hooks.ts';
import { isIdentifier, isMember, unwrapped } from './expression.ts';
import { visitElement } from './pattern.ts';
import type { Rewriter } from './rewriter.ts';

/** `eval`, `(0, eval)`, `globalThis.eval`. */
function isEval(r: Rewriter, callee: AnyNode): boolean {
  const node = unwrapped(callee);
  if (node.type === 'SequenceExpression') return isEval(r, node.expressions.at(-1)!);
  if (isMember(node))
    return (
      !node.computed &&
      isIdentifier(node.property, 'eval') &&
      (isIdentifier(node.object, 'globalThis') || isIdentifier(node.object, 'global'))
    );
  return isIdentifier(node, 'eval') && !r.shadows('eval');
}

/** A variable that the file gives `eval` to. */
function evalName(r: Rewriter, callee: AnyNode): string | undefined {
  const node = unwrapped(callee);
  if (node.type === 'SequenceExpression') return evalName(r, node.expressions.at(-1)!);
  return node.type === 'Identifier' && r.evals.has(node.name) && r.declared.has(node.name) ? node.name : undefined;
}

interface Evaluated {
  /** Which argument is the text. */
  readonly at: number;
  /** What the callee must be asked for. */
  readonly name?: string;
}

/** `eval(…)`, `eval.call(x, …)`, and `run(…)` where there is a `run = eval`. */
export function evaluated(r: Rewriter, { callee, arguments: args }: CallExpression): Evaluated | undefined {
  const node = unwrapped(callee);
  const isThrough = isMember(node) && !node.computed && isIdentifier(node.property, 'call');
  const at = isThrough ? 1 : 0;
  const text = args[at];
  if (text === undefined || args.slice(0, at + 1).some(({ type }) => type === 'SpreadElement') || r.isOurs(text))
    return undefined;
  const called = isThrough ? node.object : callee;
  if (isEval(r, called)) return { at };
  const name = evalName(r, called);
  return name === undefined ? undefined : { at, name };
}

export function visitEvaluated(r: Rewriter, { arguments: args }: CallExpression, { at, name }: Evaluated): void {
  for (const [n, argument] of args.entries()) {
    if (n === at) r.edits.insert(argument.start, `${Hook.code}(`);
    visitElement(r, argument);
    if (n === at) r.edits.insert(argument.end, name === undefined ? ')' : `,${name})`);
  }
}
