// Element accesses. A read `a[i]` becomes `a[(isView(a) && read(a, i, site), i)]`: the member expression stays, with its `this`, its place
// as a target and its error messages, and nothing but the test runs for other objects. An object that is not a plain variable is kept
// in a temporary variable: `(t = f())[…t…]`.

import type { AnyNode, AssignmentExpression, MemberExpression, UpdateExpression } from 'acorn';
import { Hook } from '../core/hooks.ts';
import { visitKept } from './array-methods.ts';
import { nameStart } from './called.ts';
import { keepOptional, objectStart } from './chain-split.ts';
import { calm, evaluatesLate, isAnonymousClass, isMember, neverIndex, neverView, plainName, unwrapped } from './expression.ts';
import type { Rewriter } from './rewriter.ts';

/** The bits are the last argument of the hook `key`. */
export const Access = { read: 1, write: 2, update: 3 } as const;
export type Access = (typeof Access)[keyof typeof Access];

export function isHookable(r: Rewriter, node: MemberExpression): boolean {
  return node.computed && !neverView(node.object, r.declared) && !neverIndex(node.property) && !r.isOurs(node.property);
}

/** Where a person looks for the access: the last name before the bracket, or the bracket. */
function place(node: MemberExpression): number {
  const object = unwrapped(node.object);
  if (object.type === 'Identifier' || object.type === 'ThisExpression') return object.start;
  return isMember(object) && !object.computed && object === node.object ? object.property.start : node.object.end;
}

function site(r: Rewriter, node: MemberExpression): string {
  return r.site(place(node), nameStart(node.object));
}

/** A key that may be written twice. */
function plainKey(r: Rewriter, key: AnyNode): string | undefined {
  if (key.type === 'Literal') return r.text(key);
  return key.type === 'Identifier' ? plainName(key, r.declared) : undefined;
}

/** Walks the object; returns a text that stands for its value from now on. */
function object(r: Rewriter, node: MemberExpression, save: boolean): string {
  if (r.splits.has(node)) return keepOptional(r, node);
  const name = plainName(node.object, r.declared);
  if (name !== undefined && !save) return name;
  r.open(objectStart(r, node.object), `(${r.next()}=`);
  r.visit(node.object);
  r.edits.insert(node.object.end, ')');
  return r.take();
}

function around(r: Rewriter, node: AnyNode, before: string, after: () => string): void {
  const list = node.type === 'SequenceExpression';
  r.edits.insert(node.start, before + (list ? '(' : ''));
  r.visit(node);
  r.edits.insert(node.end, (list ? ')' : '') + after());
}

function recording(access: Access, view: string, key: string, site: string): string {
  const call = (hook: string) => `${hook}(${view},${key},${site})`;
  const calls =
    access === Access.update ? `(${call(Hook.read)},${call(Hook.write)})` : call(access === Access.read ? Hook.read : Hook.write);
  return `${Hook.isView}(${view})&&${calls}`;
}

/** `a[(isView(a) && update(a, i, site, 1) || i)]++`, of a program that is led. */
function hookedUpdate(r: Rewriter, node: UpdateExpression, member: MemberExpression): void {
  const at = site(r, member);
  const { held } = r.frame;
  const key = member.property;
  const view = object(r, member, !calm(key, [plainName(member.object, r.declared)]));
  const plain = plainKey(r, key);
  const by = node.operator === '++' ? 1 : -1;
  const update = (name: string): string => `${Hook.isView}(${view})&&${Hook.update}(${view},${name},${at},${by})||`;
  if (plain !== undefined) around(r, key, `(${update(plain)}`, () => ')');
  else
    around(r, key, `(${r.next()}=`, () => {
      const name = r.take();
      return `,${update(name)}${name})`;
    });
  r.frame.held = held;
}

/** The key with the hook in front of it; returns a text that stands for the key from now on. */
function hookedKey(r: Rewriter, key: AnyNode, access: Access, view: string, site: string, save: boolean): string {
  const plain = save ? undefined : plainKey(r, key);
  if (plain !== undefined) {
    around(r, key, `(${recording(access, view, plain, site)},`, () => ')');
    return plain;
  }
  let name = '';
  around(r, key, `(${r.next()}=`, () => {
    name = r.take();
    return `,${recording(access, view, name, site)},${name})`;
  });
  return name;
}

/** The key of a member whose object is in a variable, hooked if it is one of an element that is read. */
export function visitKeyOf(r: Rewriter, node: MemberExpression, view: string): void {
  if (isHookable(r, node) && !r.barred.has(node)) hookedKey(r, node.property, Access.read, view, site(r, node), false);
  else around(r, node.property, '(', () => ')');
}

/** `a[key(a, i, site, access)]`: slower, and the hook comes before the value is had, but it needs no variable for the key. */
export function visitWithKeyHook(r: Rewriter, node: MemberExpression, access: Access): void {
  const at = site(r, node);
  const { held } = r.frame;
  const view = object(r, node, false);
  around(r, node.property, `${Hook.key}(${view},`, () => `,${at},${access})`);
  r.frame.held = held;
}

/** The member without a hook of its own. */
export function visitPlainMember(r: Rewriter, node: MemberExpression): void {
  if (r.splits.has(node)) {
    const { held } = r.frame;
    keepOptional(r, node);
    if (node.computed) r.visit(node.property);
    r.frame.held = held;
    return;
  }
  if (node.object.type !== 'Super') r.visit(node.object);
  if (node.computed) r.visit(node.property);
}

/** `super[k]` reads an element of a view that what has the method inherits from, and writes one of `this`. */
function isOfSuper({ object, computed, property }: MemberExpression): boolean {
  return object.type === 'Super' && computed && !neverIndex(property);
}

/** `super[above(this, k, site, access)]`. */
function visitSuper(r: Rewriter, node: MemberExpression, access: Access): void {
  const at = r.site(node.object.start);
  around(r, node.property, `${Hook.above}(this,`, () => `,${at},${access})`);
}

export function visitMember(r: Rewriter, node: MemberExpression, access: Access): void {
  visitKept(r, node);
  if (isOfSuper(node) && !r.isOurs(node.property)) {
    visitSuper(r, node, access);
    return;
  }
  if (!isHookable(r, node) || r.barred.has(node)) {
    visitPlainMember(r, node);
    return;
  }
  if (!r.frame.locals) {
    visitWithKeyHook(r, node, access);
    return;
  }
  const at = site(r, node);
  const { held } = r.frame;
  const view = object(r, node, !calm(node.property, [plainName(node.object, r.declared)]));
  hookedKey(r, node.property, access, view, at, false);
  r.frame.held = held;
}

export function visitUpdate(r: Rewriter, node: UpdateExpression): void {
  const argument = unwrapped(node.argument);
  const isSplit = r.isLed && r.discarded === node && r.frame.locals;
  if (isMember(argument) && isSplit && isHookable(r, argument) && !r.barred.has(argument)) hookedUpdate(r, node, argument);
  else if (isMember(argument)) visitMember(r, argument, Access.update);
  else if (argument.type !== 'Identifier') r.visit(argument);
}

/** `a[i] = v` becomes `a[i] = (w = v, isView(a) && write(a, i, site), w)`; a compound assignment has a hooked key as well. What the value
 * might change is kept in temporary variables before. */
export function visitElementAssignment(r: Rewriter, node: AssignmentExpression, left: MemberExpression): void {
  const value = node.right;
  if (isOfSuper(left) && !r.isOurs(left.property)) {
    visitSuper(r, left, node.operator === '=' ? Access.write : Access.update);
    r.visit(value);
    return;
  }
  if (!isHookable(r, left) || r.isOurs(value)) {
    visitPlainMember(r, left);
    r.visit(value);
    return;
  }
  if (!r.frame.locals) {
    assignWithoutLocals(r, node, left);
    return;
  }
  const at = site(r, left);
  const { held } = r.frame;
  const key = left.property;
  const late = evaluatesLate(value, r.declared);
  const name = plainName(left.object, r.declared);
  const view = object(r, left, !calm(key, [name]) || !(late || calm(value, [name])));
  const plain = plainKey(r, key);
  const save = plain === undefined || !(late || calm(value, [plain]));
  let index = plain ?? '';
  if (node.operator !== '=') index = hookedKey(r, key, Access.read, view, at, save);
  else if (save) {
    around(r, key, `${r.next()}=`, () => {
      index = r.take();
      return '';
    });
  }
  const call = recording(Access.write, view, index, at);
  if (late) around(r, value, `(${call},`, () => ')');
  else {
    const anonymous = isAnonymousClass(value);
    around(r, value, `(${r.next()}=${anonymous ? '(0,' : ''}`, () => `${anonymous ? ')' : ''},${call},${r.take()})`);
  }
  r.frame.held = held;
}

/** The hook takes the value: `a[i] = written(a, i, v, site)`. A key that is not plain needs a variable, and so a function around. */
function assignWithoutLocals(r: Rewriter, node: AssignmentExpression, left: MemberExpression): void {
  const plain = plainKey(r, left.property);
  if (plain === undefined && r.mayDeclare(node)) {
    visitPlainMember(r, left);
    r.visit(node.right);
    return;
  }
  if (plain === undefined) {
    r.inFunction(node, () => visitElementAssignment(r, node, left));
    return;
  }
  const at = site(r, left);
  const view = object(r, left, false);
  if (node.operator !== '=') around(r, left.property, `${Hook.key}(${view},`, () => `,${at},${Access.read})`);
  around(r, node.right, `${Hook.written}(${view},${plain},`, () => `,${at})`);
}
