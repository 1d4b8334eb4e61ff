// Taking an optional chain apart at a `?.`: what is before it goes into a variable. Not at that of `a.b?.()`, whose `this` a variable would
// lose: there the call stays, and tells by a variable that it was made: `((f = 0, t = a.b?.(...(f = 1, []))), f ? t[…] : void 0)`.

import type { AnyNode, CallExpression, MemberExpression } from 'acorn';
import type { Rewriter } from './rewriter.ts';

export type Link = MemberExpression | CallExpression;

export function inner(link: Link): AnyNode {
  return link.type === 'MemberExpression' ? link.object : link.callee;
}

export function isLink(node: AnyNode): node is Link {
  return node.type === 'MemberExpression' || node.type === 'CallExpression';
}

/** Past spaces and comments. */
function skipGap(r: Rewriter, from: number): number {
  const gap = /(?:\s|\/\*[\s\S]*?\*\/|\/\/.*)*/y;
  gap.lastIndex = from;
  gap.test(r.source);
  return gap.lastIndex;
}

function optionalToken(r: Rewriter, link: Link): number {
  return skipGap(r, inner(link).end);
}

/** An optional call that must keep its `this`, or whose callee is no variable. */
export function isKeptCall(link: Link): boolean {
  return link.type === 'CallExpression' && link.callee.type !== 'Identifier';
}

/** Where the text of a link's object begins once the chain is taken apart. */
export function objectStart(r: Rewriter, object: AnyNode): number {
  if (r.splits.size > 0) {
    for (let node = object; isLink(node); node = inner(node))
      if (r.splits.has(node)) return isKeptCall(node) ? node.end : optionalToken(r, node) + 1;
  }
  return object.start;
}

/**
 * Takes the chain apart at this link: walks what is before it, and returns the variable that holds its value. What stops earlier stops
 * the rest of the chain, too, so that its end is the same, behind ours.
 */
export function keepOptional(r: Rewriter, link: Link): string {
  const before = inner(link);
  const token = optionalToken(r, link);
  r.open(objectStart(r, before), `((${r.next()}=`);
  r.edits.insert(r.chainEnd, ')');
  r.visit(before);
  const name = r.take();
  r.edits.insert(token, `)==null?${r.short}:`, 1);
  r.edits.insert(token + 1, link.type === 'MemberExpression' && !link.computed ? `${name}.` : name, 1);
  return name;
}

/** The same after an optional call. `visitArguments` walks them. */
export function keepCall(r: Rewriter, call: CallExpression, visitArguments: () => void): void {
  const flag = r.take();
  r.open(objectStart(r, call.callee), `((${flag}=0,${r.next()}=`);
  const value = r.edits.reserve(call.end);
  r.edits.insert(r.chainEnd, `:${r.short})`);
  const first = skipGap(r, optionalToken(r, call) + 2) + 1;
  r.edits.insert(first, `...(${flag}=1,[])${call.arguments.length > 0 ? ',' : ''}`);
  visitArguments();
  // In place of the call's own parenthesis: what the next link opens stands behind it.
  r.edits.insert(call.end - 1, `)),${flag}?`, 1);
  r.visit(call.callee);
  value(r.take());
}
