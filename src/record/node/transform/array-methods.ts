// Methods of arrays apart from arrays, which may be called on views. The runtime patches them when it is told (Hook.uses): those that are kept, as in
// `const { map } = Array.prototype`, before the text runs; those that are called at once, as in `[].map.call(view)`, when there is shared memory.

import type { AnyNode, CallExpression, MemberExpression } from 'acorn';
import { ARRAY_METHODS } from '../core/hooks.ts';
import { isIdentifier, isMember, unwrapped } from './expression.ts';
import type { Rewriter } from './rewriter.ts';

/** `Array.prototype`, also of `globalThis.Array`. */
function isArrayPrototype(r: Rewriter, node: AnyNode): boolean {
  if (!isMember(node) || node.computed || !isIdentifier(node.property, 'prototype')) return false;
  const { object } = node;
  if (isMember(object)) return !object.computed && isIdentifier(object.property, 'Array');
  return isIdentifier(object, 'Array') && !r.shadows('Array');
}

/** What has the methods of arrays and is written where one of them is taken: `Array.prototype.map`, `[].map`. */
function isArrayMember({ object }: MemberExpression, r: Rewriter): boolean {
  return unwrapped(object).type === 'ArrayExpression' || isArrayPrototype(r, unwrapped(object));
}

function methodName(node: AnyNode): string | undefined {
  if (!isMember(node) || node.computed || node.property.type !== 'Identifier') return undefined;
  return ARRAY_METHODS.has(node.property.name) ? node.property.name : undefined;
}

/** The methods that a call calls, itself or by `call`, `apply` and `Reflect.apply`. Its callee is visited afterwards. */
export function visitMethods(r: Rewriter, { callee, arguments: args }: CallExpression): void {
  const node = unwrapped(callee);
  if (!isMember(node) || node.computed || node.property.type !== 'Identifier') return;
  if (methodName(node) !== undefined) r.calledMethods.add(node);
  if (!/^(?:call|apply)$/.test(node.property.name)) return;
  // Of `f.call(…)` and of `Reflect.apply(f, …)`, `Function.prototype.call.call(f, …)`.
  for (const of of [node.object, args[0]]) {
    const method = of && unwrapped(of);
    const name = method && methodName(method);
    if (name === undefined) continue;
    r.calledMethods.add(method!);
    r.uses.add(`[].${name}`);
  }
}

/** A method that is not called here, or all of them. */
export function visitKept(r: Rewriter, node: MemberExpression): void {
  const name = methodName(node);
  if (name !== undefined && !r.calledMethods.has(node) && isArrayMember(node, r)) r.uses.add(`array.${name}`);
  // `list.map.bind(view)`
  const bound =
    isMember(node) && !node.computed && isIdentifier(node.property, 'bind') ? methodName(unwrapped(node.object)) : undefined;
  if (bound !== undefined) r.uses.add(`array.${bound}`);
  // `[][name]`
  const { object } = node;
  if (node.computed && object.type === 'ArrayExpression' && object.elements.length === 0 && !isSymbol(node.property))
    r.uses.add('array.*');
  if (isMember(node.object) && isArrayPrototype(r, node.object)) {
    // One is taken, by a name that is seen or not.
    r.calledMethods.add(node.object);
    if (node.computed && !isSymbol(node.property)) r.uses.add('array.*');
  } else if (isArrayPrototype(r, node) && !r.calledMethods.has(node)) r.uses.add('array.*');
}

function isSymbol(key: AnyNode): boolean {
  return isMember(key) && isIdentifier(key.object, 'Symbol');
}

/** `const { map } = Array.prototype` takes the methods that it names. */
export function visitTakenMethods(r: Rewriter, pattern: AnyNode, value: AnyNode): void {
  const from = unwrapped(value);
  const isPrototype = isArrayPrototype(r, from);
  if (pattern.type !== 'ObjectPattern' || !(isPrototype || from.type === 'ArrayExpression')) return;
  if (isPrototype) r.calledMethods.add(from);
  for (const property of pattern.properties) {
    const name =
      property.type === 'Property' && !property.computed && property.key.type === 'Identifier' ? property.key.name : '*';
    if (name === '*' ? isPrototype : ARRAY_METHODS.has(name)) r.uses.add(`array.${name}`);
  }
}
