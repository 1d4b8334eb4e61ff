// Optional chains. `a?.[i]` takes the hook of any read. In `a?.b[i]` the object of the read ends a chain that may stop before it, so the
// chain is taken apart at the `?.`: `((t = a) == null ? void 0 : (u = t.b)[…u…])`. One that is called, `(a?.b[i])()`, must stay a reference:
// `(u = (t = a) == null ? nothing : t.b)[u === nothing ? '' : …u…]`.

import type { AnyNode, ChainExpression, MemberExpression } from 'acorn';
import { Hook } from '../core/hooks.ts';
import { inner, isKeptCall, isLink, type Link } from './chain-split.ts';
import { isIdentifier } from './expression.ts';
import { isHookable, visitKeyOf, visitPlainMember } from './member.ts';
import type { Rewriter } from './rewriter.ts';

/** Not in `eval?.()`; and a call that is kept needs variables. */
function canSplit(r: Rewriter, link: Link): boolean {
  if (link.type === 'MemberExpression') return true;
  return isKeptCall(link) ? r.frame.locals : !isIdentifier(link.callee, 'eval');
}

export function visitChain(r: Rewriter, chain: ChainExpression): void {
  const links: Link[] = [];
  for (let node: AnyNode = chain.expression; isLink(node); node = inner(node)) links.push(node);
  const isReference = r.intact.has(chain) && links[0]?.type === 'MemberExpression';
  // A reference is also taken apart at the `?.` next to it, which would no longer stop before it otherwise.
  const nearest = links.slice(1).find(({ optional }) => optional);
  const isBarred = isReference && !(r.frame.locals && nearest !== undefined && canSplit(r, nearest));
  let isSplit = false;
  for (const [n, link] of links.entries()) {
    if (link.optional || link.type !== 'MemberExpression' || !isHookable(r, link)) continue;
    const optional = links.slice(n + 1).find((other) => other.optional);
    if (optional === undefined) continue;
    if (canSplit(r, optional) && !isBarred) {
      r.splits.add(optional);
      isSplit = true;
    } else if (!isReference && !r.mayDeclare(chain)) {
      r.inFunction(chain, () => visitChain(r, chain));
      return;
    } else r.barred.add(link);
  }
  if (isReference && isSplit) r.splits.add(nearest!);
  const { chainEnd, short } = r;
  r.chainEnd = chain.end;
  r.short = 'void 0';
  if (isReference && isSplit) visitReference(r, links[0] as MemberExpression);
  else r.visit(chain.expression);
  r.chainEnd = chainEnd;
  r.short = short;
}

/** The last member of a chain that is called or deleted stays a member: of an object without any, if the chain stops before it. */
function visitReference(r: Rewriter, node: MemberExpression): void {
  r.chainEnd = node.object.end;
  r.short = Hook.nothing;
  if (!node.computed) {
    r.visit(node.object);
    return;
  }
  const { held } = r.frame;
  r.open(node.object.start, `(${r.next()}=`);
  r.visit(node.object);
  r.edits.insert(node.object.end, ')');
  const name = r.take();
  r.edits.insert(node.property.start, `(${name}===${Hook.nothing}?"":`);
  visitKeyOf(r, node, name);
  r.edits.insert(node.property.end, ')');
  r.frame.held = held;
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
