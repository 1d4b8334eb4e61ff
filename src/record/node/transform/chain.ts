// Optional chains. `a?.[i]` takes the hook of any read. In `a?.b[i]` the object of the read ends a chain that may stop before it, so the
// chain is taken apart at the `?.`: `((t = a) == null ? void 0 : (u = t.b)[…u…])`.

import type { AnyNode, ChainExpression } from 'acorn';
import { inner, isLink, type Link } from './chain-split.ts';
import { isIdentifier } from './expression.ts';
import { isHookable, visitPlainMember } from './member.ts';
import type { Rewriter } from './rewriter.ts';

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
  r.visit(chain.expression);
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
    r.visit(node);
  }
}
