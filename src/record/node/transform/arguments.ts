// The arguments of a call, and the last one of a native method that asks where it was called.

import type { CallExpression, NewExpression } from 'acorn';
import { Hook } from '../core/hooks.ts';
import { visitElement } from './pattern.ts';
import type { Rewriter } from './rewriter.ts';

export function visitArguments(r: Rewriter, node: CallExpression | NewExpression): void {
  for (const argument of node.arguments) visitElement(r, argument);
}

export interface MarkedPlace {
  readonly position: number;
  readonly name?: number | undefined;
}

/** The last argument tells the native where it was called. */
export function visitMarkedArguments(r: Rewriter, node: CallExpression | NewExpression, { position, name }: MarkedPlace): void {
  const last = node.arguments.at(-1);
  if (last === undefined || last.type === 'SpreadElement' || r.isOurs(last)) {
    visitArguments(r, node);
    return;
  }
  for (const argument of node.arguments.slice(0, -1)) visitElement(r, argument);
  const site = r.site(position, name);
  r.edits.insert(last.start, `${Hook.last}(`);
  r.visit(last);
  r.edits.insert(last.end, `,${site})`);
}
