// Optional chains. `a?.[i]` takes the hook of any read. In `a?.b[i]` the object of the read ends a chain that may stop before it, so the
// chain is taken apart at the `?.`: `((t = a) == null ? void 0 : (u = t.b)[…u…])`.

import type { AnyNode, CallExpression, ChainExpression, MemberExpression } from 'acorn';
import { isIdentifier } from './expression.ts';
import { isHookable, visitPlainMember } from './member.ts';
import type { Rewriter } from './rewriter.ts';
import { visit, visitArguments } from './visit.ts';

type Link = MemberExpression | CallExpression;

function inner(link: Link): AnyNode {
  return link.type === 'MemberExpression' ? link.object : link.callee;
}

function isLink(node: AnyNode): node is Link {
  return node.type === 'MemberExpression' || node.type === 'CallExpression';
}

/** `a.b?.()` has a `this` that a variable would lose. */
function canSplit(link: Link): boolean {
  return link.type === 'MemberExpression' || (link.callee.type === 'Identifier' && !isIdentifier(link.callee, 'eval'));
}

export function visitChain(r: Rewriter, chain: ChainExpression): void {
  const links: Link[] = [];
  for (let node: AnyNode = chain.expression; isLink(node); node = inner(node)) links.push(node);
  for (const [n, link] of links.entries()) {
    if (link.optional || link.type !== 'MemberExpression' || !isHookable(r, link)) continue;
    const optional = links.slice(n + 1).find((other) => other.optional);
    if (optional === undefined) continue;
    if (r.intact.has(chain) || !canSplit(optional)) r.barred.add(link);
    else r.splits.add(optional);
  }
  const { chainEnd } = r;
  r.chainEnd = chain.end;
  visit(r, chain.expression);
  r.chainEnd = chainEnd;
}

/** Whose hook needs the object of a deleted element is not a read. */
export function visitDeleted(r: Rewriter, node: AnyNode): void {
  if (node.type === 'MemberExpression') visitPlainMember(r, node);
  else if (node.type === 'ParenthesizedExpression') visitDeleted(r, node.expression);
  else {
    if (node.type === 'ChainExpression') {
      r.intact.add(node);
      r.barred.add(node.expression);
    }
    visit(r, node);
  }
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
  visit(r, before);
  r.chainEnd = end;
  const name = r.take();
  r.edits.insert(token, ')==null?void 0:', 1);
  r.edits.insert(token + 1, link.type === 'MemberExpression' && !link.computed ? `${name}.` : name, 1);
  r.edits.insert(end, ')');
  return name;
}

/** `f?.()[0]`. */
export function visitSplitCall(r: Rewriter, node: CallExpression): void {
  const { held } = r.frame;
  keepOptional(r, node);
  r.frame.held = held;
  visitArguments(r, node);
}
