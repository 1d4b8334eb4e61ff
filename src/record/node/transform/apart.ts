// Functions of the language that read all of a view they are given, apart from the object that has them: `const { apply } = Reflect`, `const { values } = Object`,
// `uncurryThis(Function.prototype.apply)`. Where one is called by its own name its argument has a hook (call.ts); those of an object that is taken apart
// are replaced, before the text runs (Hook.uses).

import type { AnyNode, CallExpression, MemberExpression } from 'acorn';
import { isIdentifier, isMember, unwrapped } from './expression.ts';
import type { Rewriter } from './rewriter.ts';

const OWNERS: Readonly<Record<string, RegExp>> = {
  Reflect: /^(?:apply|construct)$/,
  Object: /^(?:values|entries|assign)$/,
  // These iterate.
  Promise: /^(?:all|allSettled|any|race)$/,
};

function isOwner(r: Rewriter, node: AnyNode): boolean {
  return node.type === 'Identifier' && Object.hasOwn(OWNERS, node.name) && !r.shadows(node.name);
}

/** `Function.prototype`. */
function isOfFunctions(r: Rewriter, node: AnyNode): boolean {
  return (
    isMember(node) &&
    !node.computed &&
    isIdentifier(node.property, 'prototype') &&
    isIdentifier(node.object, 'Function') &&
    !r.shadows('Function')
  );
}

function taken(r: Rewriter, owner: string): void {
  r.uses.add(owner === 'Promise' ? 'patterns' : `of ${owner}`);
}

/** A call whose argument has a hook, if it needs one; `args` as far as it is read. */
export function markCalled(r: Rewriter, { callee, arguments: args }: CallExpression, from: number | undefined): void {
  const node = unwrapped(callee);
  if (isOwner(r, node)) r.whole.add(node);
  const isSeen = from !== undefined && !args.slice(0, from + 1).some(({ type }) => type === 'SpreadElement');
  if (isSeen || (isMember(node) && isIdentifier(node.property, 'apply') && args.length < 2 && args[0]?.type !== 'SpreadElement'))
    r.whole.add(node);
}

/** An object that is compared, or made, and not taken apart. */
export function markWhole(r: Rewriter, expression: AnyNode): void {
  const node = unwrapped(expression);
  if (isOwner(r, node) || isOfFunctions(r, node)) r.whole.add(node);
}

/** A key in a class or an object: what is called so there is no view's. */
export function markKey(r: Rewriter, key: AnyNode): void {
  if (isIteratorSymbol(r, key)) r.whole.add(key);
}

function isIteratorSymbol(r: Rewriter, node: AnyNode): boolean {
  if (!isMember(node) || node.computed || !isIdentifier(node.property, 'iterator')) return false;
  return isIdentifier(node.object, 'Symbol') && !r.shadows('Symbol');
}

/** Before its parts are walked. */
export function visitApart(r: Rewriter, node: MemberExpression): void {
  const { object, property, computed } = node;
  // `view[Symbol.iterator]()`: what it gives is the program's to call.
  if (isIteratorSymbol(r, node) && !r.whole.has(node)) r.uses.add('patterns');
  const name = !computed && property.type === 'Identifier' ? property.name : '*';
  if (isOfFunctions(r, node) && !r.whole.has(node)) taken(r, 'Function');
  if (isOfFunctions(r, object)) {
    r.whole.add(object);
    if (name === '*') taken(r, 'Function');
  }
  if (object.type === 'Identifier' && isOwner(r, object)) {
    r.whole.add(object);
    if (name === 'construct' || (!r.whole.has(node) && (name === '*' || OWNERS[object.name]!.test(name)))) taken(r, object.name);
  } else if (name === 'apply' && !r.whole.has(node)) taken(r, 'Function');
}

/** A name that is a value here. */
export function visitOwner(r: Rewriter, node: AnyNode): void {
  if (node.type === 'Identifier' && isOwner(r, node) && !r.whole.has(node)) taken(r, node.name);
}

/** `{ apply }` of whatever it is. */
export function visitTakenFunctions(r: Rewriter, pattern: AnyNode): void {
  if (pattern.type !== 'ObjectPattern') return;
  for (const property of pattern.properties)
    if (property.type === 'Property' && !property.computed) {
      if (isIdentifier(property.key, 'apply')) taken(r, 'Function');
      // `const { iterator } = Symbol`
      if (isIdentifier(property.key, 'iterator')) r.uses.add('patterns');
    }
}
