// Objects that are made: views over memory that may be shared, and what is made of the elements of a view, which are read then (Hook.copied).

import type { AnyNode, CallExpression, Class, Expression, MemberExpression, NewExpression, SpreadElement } from 'acorn';
import { COPYING_CONSTRUCTORS, HOOK_PREFIX, Hook, MARKED_CONSTRUCTORS } from '../core/hooks.ts';
import { markWhole } from './apart.ts';
import { visitArguments, visitMarkedArguments } from './arguments.ts';
import { isSharing } from './called.ts';
import { isIdentifier, isMember, neverView, plainName, unwrapped } from './expression.ts';
import { visitElement, visitWrapped } from './pattern.ts';
import type { Rewriter } from './rewriter.ts';

/** `new Uint8Array(view)` reads the view. */
function isCopy(r: Rewriter, { callee, arguments: args }: NewExpression): boolean {
  if (callee.type !== 'Identifier' || !COPYING_CONSTRUCTORS.has(callee.name) || r.shadows(callee.name)) return false;
  return args.length > 0 && args[0]!.type !== 'SpreadElement';
}

/** `new SharedArrayBuffer(8)` and its like. */
function isMarked({ callee }: NewExpression): boolean {
  const name = isMember(callee) && !callee.computed ? callee.property : callee;
  return name.type === 'Identifier' && MARKED_CONSTRUCTORS.has(name.name);
}

export function visitNew(r: Rewriter, node: NewExpression): void {
  markWhole(r, node.callee);
  // `new copied(new C(x), …)` of what was transformed before.
  if (isMember(node.callee) && r.isOurs(node.callee.object)) for (const part of [node, ...node.arguments]) r.whole.add(part);
  const source = r.whole.has(node) ? undefined : sourceOf(r, node);
  if (isMarked(node) || mayShare(r, node) || source === undefined) {
    r.visit(node.callee);
    if (mayShare(r, node)) visitSharing(r, node);
    else if (isMarked(node)) visitMarkedArguments(r, node, { position: node.start, name: r.names.get(node) });
    else visitArguments(r, node);
    return;
  }
  if (isKept(r, source) && !r.frame.locals) {
    if (r.mayDeclare(node)) r.visit(node.callee);
    if (r.mayDeclare(node)) visitArguments(r, node);
    else r.inFunction(node, () => visitNew(r, node));
    return;
  }
  const known = isCopy(r, node) ? r.text(node.callee) : plainName(node.callee, r.declared);
  const callee = r.isWithin ? undefined : known;
  visitCopying(r, node, source, callee ?? 'void 0', () => r.visit(node.callee));
}

/** `super(view)`. */
export function visitSuperCall(r: Rewriter, node: CallExpression): void {
  const source = r.whole.has(node) ? undefined : sourceOf(r, node);
  // Without variables it cannot be put into a function either.
  if (source === undefined || (isKept(r, source) && !r.frame.locals)) visitArguments(r, node);
  else visitCopying(r, node, source, `${Hook.isView}($)&&super.constructor`, () => {});
}

/** Whether the value must be kept in a variable. */
function isKept(r: Rewriter, source: AnyNode): boolean {
  return plainName(source, r.declared) === undefined;
}

/** The first argument, or the list of arguments if that has a name. */
function sourceOf(r: Rewriter, { callee, arguments: args }: CallExpression | NewExpression): AnyNode | undefined {
  const [first] = args;
  if (first === undefined || (isIdentifier(callee, 'Promise') && !r.shadows('Promise'))) return undefined;
  if (first.type !== 'SpreadElement') return neverView(first, r.declared) || r.isOurs(first) ? undefined : first;
  const isNamed = plainName(first.argument, r.declared) !== undefined || isIdentifier(unwrapped(first.argument), 'arguments');
  return isNamed && !r.again ? first : undefined;
}

/** An object of a member: V8's words for one that has no such method are those for what comes of `new`. */
export function markObject(r: Rewriter, { object }: MemberExpression): void {
  if (object.type === 'NewExpression') r.owners.add(object);
}

/** `new C(x)` becomes `(copied(new C(t = x), C, t, site))`. */
function visitCopying(
  r: Rewriter,
  node: CallExpression | NewExpression,
  first: AnyNode,
  callee: string,
  visitCallee: () => void,
): void {
  const { held } = r.frame;
  const isList = first.type === 'SpreadElement';
  const site = r.site(node.start);
  r.open(node.start, `(${r.owners.has(node) ? 'new ' : ''}${Hook.copied}(`);
  visitCallee();
  let source = isList ? r.text(first.argument) : plainName(first, r.declared);
  if (source === undefined) {
    r.edits.insert(first.start, `${r.next()}=`);
    r.visit(first);
    source = r.take();
  } else visitElement(r, first as Expression);
  for (const argument of node.arguments.slice(1)) visitElement(r, argument);
  r.edits.insert(node.end, `,${callee.replace('$', isList ? `${source}[0]` : source)},${source},${site}${isList ? ',1' : ''}))`);
  r.frame.held = held;
}

/** Whether a view is made over memory that may be shared. */
export function mayShare(r: Rewriter, node: CallExpression | NewExpression): boolean {
  const [first] = node.arguments;
  if (first === undefined || first.type === 'SpreadElement' || !isSharing(r, node)) return false;
  return !neverView(first, r.declared) && !r.isOurs(first);
}

/** `new Int32Array(x, 8)` becomes `(made(new Int32Array(t = x, 8), t, site))`. */
export function visitSharing(r: Rewriter, node: CallExpression | NewExpression): void {
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

/** A class without a constructor of its own hands on what it is given. In a block of its body, as soon as there is a class. */
export function markImplicit(r: Rewriter, { superClass, body }: Class): void {
  if (!superClass || superClass.type === 'Literal') return;
  const isMarked = body.body.some(
    (member) =>
      (member.type === 'MethodDefinition' && member.kind === 'constructor') ||
      (member.type === 'StaticBlock' && r.again && r.text(member).includes(HOOK_PREFIX)),
  );
  if (!isMarked) r.edits.insert(body.start + 1, `static{${Hook.implicit}(this)}`);
}
