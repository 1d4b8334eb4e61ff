// Calls: what natives are told of their place, arguments that are read whole, and text that becomes code.

import type { AnyNode, CallExpression, Expression, MemberExpression, NewExpression, SpreadElement } from 'acorn';
import {
  ACCESSOR_METHODS,
  ATOMICS_METHODS,
  COPYING_CONSTRUCTORS,
  Hook,
  ITERATING_METHODS,
  MARKED_CONSTRUCTORS,
  MARKED_METHODS,
  PROMISE_METHODS,
  READING_FUNCTIONS,
} from '../core/hooks.ts';
import { markCalled, markWhole } from './apart.ts';
import { visitMethods } from './array-methods.ts';
import { isSharing, nameStart } from './called.ts';
import { isKeptCall, keepCall, keepOptional } from './chain-split.ts';
import { type Evaluated, evaluated, markEvals } from './evaluation.ts';
import { isIdentifier, isMember, neverView, plainName, unwrapped } from './expression.ts';
import { isLockRequest, visitLockRequest } from './lock-request.ts';
import { visitElement, visitWrapped } from './pattern.ts';
import type { Rewriter } from './rewriter.ts';

/** `new Uint8Array(view)` reads the view. */
function isCopy(r: Rewriter, { callee, arguments: args }: NewExpression): boolean {
  if (callee.type !== 'Identifier' || !COPYING_CONSTRUCTORS.has(callee.name) || r.shadows(callee.name)) return false;
  return args.length === 1 && args[0]!.type !== 'SpreadElement';
}

function visitArguments(r: Rewriter, node: CallExpression | NewExpression): void {
  for (const argument of node.arguments) visitElement(r, argument);
}

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

interface MarkedPlace {
  readonly position: number;
  readonly name?: number | undefined;
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

/** Whether a native function iterates, with the iterator that the view has. */
function iterates(callee: AnyNode): boolean {
  if (!isMember(callee) || callee.computed || callee.property.type !== 'Identifier') return false;
  const { name } = callee.property;
  return ITERATING_METHODS.has(name) || (name === 'from' && isIdentifier(callee.object, 'Iterator'));
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
  r.visit(node.callee);
  if (text !== undefined) {
    visitEvaluated(r, node, text);
    return;
  }
  if (mayShare(r, node)) visitSharing(r, node);
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

/** `new SharedArrayBuffer(8)` and its like. */
function isMarked({ callee }: NewExpression): boolean {
  const name = isMember(callee) && !callee.computed ? callee.property : callee;
  return name.type === 'Identifier' && MARKED_CONSTRUCTORS.has(name.name);
}

/** The last argument tells the native where it was called. */
function visitMarkedArguments(r: Rewriter, node: CallExpression | NewExpression, { position, name }: MarkedPlace): void {
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

export function visitNew(r: Rewriter, node: NewExpression): void {
  markWhole(r, node.callee);
  r.visit(node.callee);
  if (mayShare(r, node)) visitSharing(r, node);
  else if (isMarked(node)) visitMarkedArguments(r, node, { position: node.start, name: r.names.get(node) });
  else visitArguments(r, node);
}

/** Whether a view is made over memory that may be shared. */
function mayShare(r: Rewriter, node: CallExpression | NewExpression): boolean {
  const [first] = node.arguments;
  if (first === undefined || first.type === 'SpreadElement' || !isSharing(r, node)) return false;
  return !neverView(first, r.declared) && !r.isOurs(first);
}

/** `new Int32Array(x, 8)` becomes `(made(new Int32Array(t = x, 8), t, site))`. */
function visitSharing(r: Rewriter, node: CallExpression | NewExpression): void {
  const [first, ...others] = node.arguments as [Expression, ...(Expression | SpreadElement)[]];
  const { held } = r.frame;
  const site = r.site(node.start, r.names.get(node));
  r.open(node.start, `(${Hook.made}(`);
  const isCopied = node.type === 'NewExpression' && isCopy(r, node);
  let source = isCopied ? plainName(first, r.declared) : undefined;
  if (source === undefined) r.edits.insert(first.start, `${r.next()}=`);
  if (isCopied) visitWrapped(r, first, Hook.all);
  else r.visit(first);
  source ??= r.take();
  for (const argument of others) visitElement(r, argument);
  r.edits.insert(node.end, `,${source},${site}))`);
  r.frame.held = held;
}
