// Taking an optional chain apart at a `?.`: what is before it goes into a variable.

import type { AnyNode, CallExpression, MemberExpression } from 'acorn';
import type { Rewriter } from './rewriter.ts';

export type Link = MemberExpression | CallExpression;

export function inner(link: Link): AnyNode {
  return link.type === 'MemberExpression' ? link.object : link.callee;
}

export function isLink(node: AnyNode): node is Link {
  return node.type === 'MemberExpression' || node.type === 'CallExpression';
}

function optionalToken(r: Rewriter, link: Link): number {
  const gap = /(?:\s|\/\*[\s\S]*?\*\/|\/\/.*)*/y;
  gap.lastIndex = inner(link).end;
  gap.test(r.source);
  return gap.lastIndex;
}

/** Where the text of a link's object begins once the chain is taken apart. */
export function objectStart(r: Rewriter, object: AnyNode): number {
  if (r.splits.size > 0) {
    for (let node = object; isLink(node); node = inner(node)) if (r.splits.has(node)) return optionalToken(r, node) + 1;
  }
  return object.start;
}

/** Takes the chain apart at this link: walks what is before it, and returns the variable that holds its value. */
export function keepOptional(r: Rewriter, link: Link): string {
  const before = inner(link);
  const token = optionalToken(r, link);
  const end = r.chainEnd;
  r.open(objectStart(r, before), `((${r.next()}=`);
  r.chainEnd = token;
  r.visit(before);
  r.chainEnd = end;
  const name = r.take();
  r.edits.insert(token, ')==null?void 0:', 1);
  r.edits.insert(token + 1, link.type === 'MemberExpression' && !link.computed ? `${name}.` : name, 1);
  r.edits.insert(end, ')');
  return name;
}
