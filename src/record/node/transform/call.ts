// Calls: what natives are told of their place, arguments that are read whole, and text that becomes code.

import type { AnyNode, CallExpression, MemberExpression } from 'acorn';
import {
  ACCESSOR_METHODS,
  ATOMICS_METHODS,
  Hook,
  ITERATING_METHODS,
  MARKED_METHODS,
  PROMISE_METHODS,
  READING_FUNCTIONS,
  SHARING_CONSTRUCTORS,
} from '../core/hooks.ts';
import { markCalled } from './apart.ts';
import { type MarkedPlace, visitArguments, visitMarkedArguments } from './arguments.ts';
import { visitMethods } from './array-methods.ts';
import { nameStart } from './called.ts';
import { isKeptCall, keepCall, keepOptional } from './chain-split.ts';
import { mayShare, visitSharing, visitSuperCall } from './construct.ts';
import { type Evaluated, evaluated, markEvals } from './evaluation.ts';
import { isIdentifier, isMember, neverView, plainName, unwrapped } from './expression.ts';
import { isLockRequest, visitLockRequest } from './lock-request.ts';
import { visitElement, visitWrapped } from './pattern.ts';
import type { Rewriter } from './rewriter.ts';

/** `f?.()[0]`. */
function visitSplitCall(r: Rewriter, node: CallExpression): void {
  const { held } = r.frame;
  if (isKeptCall(node)) keepCall(r, node, () => visitArguments(r, node));
  else keepOptional(r, node);
  r.frame.held = held;
  if (!isKeptCall(node)) visitArguments(r, node);
}

/** `(a?.b[0])()`. */
function isCalledChain(r: Rewriter, callee: AnyNode): boolean {
  return (
    callee.type === 'ParenthesizedExpression' && unwrapped(callee).type === 'ChainExpression' && r.text(callee).includes('[')
  );
}

export function keepThis(r: Rewriter, callee: AnyNode): void {
  const node = unwrapped(callee);
  if (node.type === 'ChainExpression' && node !== callee) r.intact.add(node);
}

/** The place of a call whose native method asks for its site, and the name of the view that it is about. */
function methodSite({ callee, arguments: args }: CallExpression): MarkedPlace | undefined {
  if (!isMember(callee) || callee.computed || callee.property.type !== 'Identifier') return undefined;
  const { object, property } = callee;
  const position = property.start;
  if (ACCESSOR_METHODS.test(property.name) || MARKED_METHODS.has(property.name)) return { position, name: nameStart(object) };
  if (!ATOMICS_METHODS.has(property.name)) return undefined;
  const owner = isMember(object) && !object.computed ? object.property : object;
  return isIdentifier(owner, 'Atomics') ? { position, name: args[0] && nameStart(args[0]) } : undefined;
}

/** Have a `from` that records. */
const RECORDING_FROM: ReadonlySet<string> = new Set(['Array', 'Buffer', ...SHARING_CONSTRUCTORS]);

/** Whether a native function iterates, with the iterator that the view has: also `Readable.from`. */
function iterates(callee: AnyNode): boolean {
  if (!isMember(callee) || callee.computed || callee.property.type !== 'Identifier') return false;
  const { object, property } = callee;
  if (property.name === 'from') return object.type !== 'Identifier' || !RECORDING_FROM.has(object.name);
  return ITERATING_METHODS.has(property.name);
}

export function visitCall(r: Rewriter, node: CallExpression): void {
  if (r.splits.has(node)) {
    visitSplitCall(r, node);
    return;
  }
  if (!r.frame.locals && isCalledChain(r, node.callee) && !r.mayDeclare(node)) {
    r.inFunction(node, () => visitCall(r, node));
    return;
  }
  keepThis(r, node.callee);
  // `copied(new C(x), …)` of what was transformed before.
  if (r.isOurs(node)) for (const argument of node.arguments) r.whole.add(argument);
  const read = wholeArguments(r, node);
  markCalled(r, node, isPromiseCall(r, node) ? 0 : read?.[0]);
  if (iterates(node.callee)) r.uses.add('patterns');
  const marked = methodSite(node);
  const text = evaluated(r, node);
  markEvals(r, node);
  visitMethods(r, node);
  if (isApplied(r, node)) {
    visitApplied(r, node);
    return;
  }
  if (text !== undefined && r.isWithin) {
    visitEvaluatedWithin(r, node, text);
    return;
  }
  r.visit(node.callee);
  if (text !== undefined) {
    visitEvaluated(r, node, text);
    return;
  }
  if (node.callee.type === 'Super') visitSuperCall(r, node);
  else if (mayShare(r, node)) visitSharing(r, node);
  else if (isLockRequest(r, node)) visitLockRequest(r, node);
  else if (marked !== undefined) visitMarkedArguments(r, node, marked);
  else {
    for (const [n, argument] of node.arguments.entries())
      if (read !== undefined && n >= read[0] && n <= read[1] && argument.type !== 'SpreadElement')
        visitWrapped(r, argument, Hook.all);
      else if (n === 0 && isPromiseCall(r, node)) visitElement(r, argument, Hook.iterate);
      else visitElement(r, argument);
  }
}

/** In the body of a `with` the name may be that of a property, which is looked at before: `(t = found(object), eval(code(text, t)))`. */
function visitEvaluatedWithin(r: Rewriter, node: CallExpression, { at }: Evaluated): void {
  const { held } = r.frame;
  const name = r.take();
  r.open(node.start, `(${name}=${Hook.found}(${r.scopes.join()}),`);
  r.visit(node.callee);
  visitEvaluated(r, node, { at, name });
  r.edits.insert(node.end, ')');
  r.frame.held = held;
}

function visitEvaluated(r: Rewriter, { arguments: args }: CallExpression, { at, name }: Evaluated): void {
  for (const [n, argument] of args.entries()) {
    if (n === at) r.edits.insert(argument.start, `${Hook.code}(`);
    visitElement(r, argument);
    if (n === at) r.edits.insert(argument.end, name === undefined ? ')' : `,${name})`);
  }
}

/** Which arguments a call reads whole if they are views: those of `f.apply(this, view)`, `[].slice.call(view)`, `Object.values(view)`. */
function wholeArguments(r: Rewriter, { callee, arguments: args }: CallExpression): readonly [number, number] | undefined {
  if (!isMember(callee) || callee.computed || callee.property.type !== 'Identifier') return undefined;
  const { object } = callee;
  const { name } = callee.property;
  if (name === 'apply' && args.length === 2 && !isIdentifier(object, 'Reflect')) return [1, 1];
  if (object.type !== 'Identifier' || r.shadows(object.name)) return undefined;
  return READING_FUNCTIONS.get(`${object.name}.${name}`);
}

/** `f.apply(x, list)` with an object that can be kept in a variable. */
function isApplied(r: Rewriter, { callee, arguments: args }: CallExpression): boolean {
  if (!isMember(callee) || callee.computed || callee.optional || !isIdentifier(callee.property, 'apply')) return false;
  const [self, list] = args;
  if (args.length !== 2 || self!.type === 'SpreadElement' || list!.type === 'SpreadElement') return false;
  if (isIdentifier(callee.object, 'Reflect') || neverView(list!, r.declared) || r.isOurs(list!)) return false;
  return plainName(callee.object, r.declared) !== undefined || (r.frame.locals && canBeKept(callee.object));
}

/** It is an object whatever it is, and no part of an optional chain. */
function canBeKept(object: AnyNode): boolean {
  switch (object.type) {
    case 'Super':
      return false;
    case 'MemberExpression':
      return !object.optional && (object.object.type === 'Super' || canBeKept(object.object));
    case 'CallExpression':
      return !object.optional && canBeKept(object.callee);
    default:
      return true;
  }
}

/** `(t = f()).apply(x, list(y, t, site))`: another object's `apply` may do anything with what it is given. */
function visitApplied(r: Rewriter, { callee, arguments: args }: CallExpression): void {
  const { object } = callee as MemberExpression;
  const { held } = r.frame;
  let owner = plainName(object, r.declared);
  if (owner === undefined) r.open(object.start, `(${r.next()}=`);
  r.visit(object);
  if (owner === undefined) {
    r.edits.insert(object.end, ')');
    owner = r.take();
  }
  visitElement(r, args[0]!);
  const list = args[1]!;
  const site = r.site(unwrapped(list).start, nameStart(list));
  r.edits.insert(list.start, `${Hook.list}(`);
  r.visit(list);
  r.edits.insert(list.end, `,${owner},${site})`);
  r.frame.held = held;
}

/** `Promise.all(view)` iterates over it. */
function isPromiseCall(r: Rewriter, { callee }: CallExpression): boolean {
  if (!isMember(callee) || callee.computed || callee.property.type !== 'Identifier' || r.shadows('Promise')) return false;
  return isIdentifier(callee.object, 'Promise') && PROMISE_METHODS.has(callee.property.name);
}
