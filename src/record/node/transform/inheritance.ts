// What the program makes others inherit from: `F.prototype = x`, `{ __proto__: x }`.

import type { AnyNode, AssignmentExpression, MemberExpression } from 'acorn';
import { Hook } from '../core/hooks.ts';
import { isIdentifier, neverView } from './expression.ts';
import type { Rewriter } from './rewriter.ts';

/** `F.prototype = x`. */
export function isOfFunction({ operator }: AssignmentExpression, { computed, property }: MemberExpression): boolean {
  return operator === '=' && !computed && isIdentifier(property, 'prototype');
}

/** Walks what others are about to inherit from. */
export function visitHeir(r: Rewriter, node: AnyNode): void {
  const isHooked = !neverView(node, r.declared) && !r.isOurs(node);
  if (isHooked) r.edits.insert(node.start, `${Hook.heir}(`);
  r.visit(node);
  if (isHooked) r.edits.insert(node.end, ')');
}
