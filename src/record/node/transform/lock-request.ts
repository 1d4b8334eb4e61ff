// Requests for Web Locks: `locks.request('b', callback)` and `navigator.locks.request(…)`. The runtime hears where they are, and which request's
// callback awaits this one as it stands: that callback gives its lock up only when this one is answered, whatever else the program does.

import type { AnyNode, CallExpression, Expression } from 'acorn';
import { Hook } from '../core/hooks.ts';
import { isIdentifier, isMember } from './expression.ts';
import { visitElement } from './pattern.ts';
import type { Rewriter } from './rewriter.ts';

/** A name that can be said twice without anything happening. */
const MANAGER = /^(?:(?:globalThis\.)?navigator\.)?locks$/;

export function isLockRequest(r: Rewriter, { callee, arguments: args, optional }: CallExpression): boolean {
  if (optional || !isMember(callee) || callee.computed || callee.optional || !isIdentifier(callee.property, 'request'))
    return false;
  const last = args.at(-1);
  return MANAGER.test(r.text(callee.object)) && args.length > 1 && last!.type !== 'SpreadElement' && !r.isOurs(last!);
}

export function visitLockRequest(r: Rewriter, node: CallExpression): void {
  const { object, property } = node.callee as AnyNode & { type: 'MemberExpression' };
  const around = r.awaited === node ? (r.section ?? '0') : '0';
  const callback = node.arguments.at(-1) as Expression;
  for (const argument of node.arguments.slice(0, -1)) visitElement(r, argument);
  const site = r.site(property.start);
  if (isSection(callback)) r.sections.set(callback, site);
  r.edits.insert(callback.start, `${Hook.request}(`);
  r.visit(callback);
  r.edits.insert(callback.end, `,${site},${around},${r.text(object)})`);
}

/** Whether its promise is pending as long as the function stands at an `await`, or is that of the expression that it is made of. */
function isSection(node: Expression): boolean {
  if (node.type === 'ArrowFunctionExpression') return node.async || node.expression;
  return node.type === 'FunctionExpression' && node.async === true && !node.generator;
}
