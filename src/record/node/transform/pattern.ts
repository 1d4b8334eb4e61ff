// Destructuring. Array patterns read through the iterator: the value is wrapped by the hook `iterate`. Object patterns with keys that may be
// indices get hooked keys. Element targets are recorded when their key is evaluated.

import type {
  AnyNode,
  ArrayPattern,
  AssignmentExpression,
  AssignmentProperty,
  ObjectPattern,
  VariableDeclaration,
  VariableDeclarator,
} from 'acorn';
import { Hook } from '../core/hooks.ts';
import { visitTakenFunctions } from './apart.ts';
import { visitTakenMethods } from './array-methods.ts';
import { boundRest, hasRest } from './bound-rest.ts';
import { nameMade, nameStart } from './called.ts';
import { isFollowed, markEval } from './evaluation.ts';
import { isMember, neverIndex, neverView, unwrapped } from './expression.ts';
import { Access, isHookable, visitMember, visitPlainMember, visitWithKeyHook } from './member.ts';
import type { Rewriter } from './rewriter.ts';

/** Of a list: an argument, or an element of an array; one that is no spread has a hook around it, if that is given. */
export function visitElement(r: Rewriter, node: AnyNode, hook?: string): void {
  if (node.type === 'SpreadElement') visitIterated(r, node.argument);
  else if (hook !== undefined) visitWrapped(r, node, hook);
  else r.visit(node);
}

/** Wraps the iterated expression. */
export function visitIterated(r: Rewriter, node: AnyNode): void {
  visitWrapped(r, node, Hook.iterate);
}

/** Puts a hook around an expression, unless that can be no view. */
export function visitWrapped(r: Rewriter, node: AnyNode, hook: string): void {
  if (neverView(node, r.declared) || r.isOurs(node)) {
    r.visit(node);
    return;
  }
  const site = r.site(unwrapped(node).start, nameStart(node));
  r.edits.insert(node.start, `${hook}(`);
  r.visit(node);
  r.edits.insert(node.end, `,${site})`);
}

function mayBeIndex(r: Rewriter, property: AssignmentProperty): boolean {
  if (property.shorthand) return false;
  if (!property.computed && property.key.type !== 'Literal') return false;
  return !neverIndex(property.key) && !r.isOurs(property.key);
}

function hasIndices(r: Rewriter, pattern: ObjectPattern): boolean {
  return pattern.properties.some((property) => property.type === 'Property' && mayBeIndex(r, property));
}

/** A key of an object pattern: with the destructured value in a variable, or through a symbol, whose getter a
 * typed array inherits (a proxy's trap sees it: the one difference that there is). */
function visitKey(r: Rewriter, property: AssignmentProperty, view: string | undefined): void {
  const { key, computed } = property;
  if (!mayBeIndex(r, property)) {
    if (computed) r.visit(key);
    return;
  }
  const site = r.site(key.start);
  if (view !== undefined) {
    r.edits.insert(key.start, `${computed ? '' : '['}${Hook.key}(${view},`);
    r.visit(key);
    r.edits.insert(key.end, `,${site},${Access.read})${computed ? '' : ']'}`);
    return;
  }
  r.uses.add('keys');
  if (computed) {
    const { held } = r.frame;
    r.edits.insert(key.start, `${Hook.pattern}(${r.next()}=`);
    r.visit(key);
    r.edits.insert(key.end, `,${site})]:{}=0,[${r.take()}`);
    r.frame.held = held;
  } else r.edits.insert(key.start, `[${Hook.pattern}(${r.text(key)},${site})]:{}=0,`);
}

function visitProperties(r: Rewriter, pattern: ObjectPattern, view: string | undefined): void {
  let hooked = false;
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') {
      visitPattern(r, property.argument);
      continue;
    }
    // After the symbol of an earlier transform comes the key that it speaks for.
    if (!hooked) visitKey(r, property, view);
    hooked = property.computed && r.isOurs(property.key);
    visitPattern(r, property.value);
  }
}

/** Walks a pattern or a target; `view` names the variable with the value of an object pattern. */
export function visitPattern(r: Rewriter, node: AnyNode, view?: string): void {
  switch (node.type) {
    case 'MemberExpression':
      if (isHookable(r, node)) visitWithKeyHook(r, node, Access.write);
      else if (node.object.type === 'Super') visitMember(r, node, Access.write);
      else visitPlainMember(r, node);
      break;
    case 'ParenthesizedExpression':
      visitPattern(r, node.expression);
      break;
    case 'ArrayPattern':
      // What it takes apart is not at hand.
      r.uses.add('patterns');
      visitArrayPattern(r, node);
      break;
    case 'ObjectPattern':
      visitProperties(r, node, view);
      break;
    case 'AssignmentPattern':
      visitPattern(r, node.left);
      nameMade(r, node.left, node.right);
      r.visit(node.right);
      break;
    case 'RestElement':
      visitPattern(r, node.argument);
      break;
    default:
      break;
  }
}

/** The elements of a pattern whose value is wrapped. */
function visitArrayPattern(r: Rewriter, { elements }: ArrayPattern): void {
  for (const element of elements) if (element !== null) visitPattern(r, element);
}

/** A pattern and the value that it takes apart. */
function visitDestructuring(r: Rewriter, pattern: AnyNode, value: AnyNode): void {
  visitTakenMethods(r, pattern, value);
  visitTakenFunctions(r, pattern);
  // The one temporary variable that there is without locals would not outlast what is in the pattern.
  if (pattern.type === 'ObjectPattern' && r.frame.locals && hasIndices(r, pattern)) {
    const { held } = r.frame;
    const name = r.take();
    visitPattern(r, pattern, name);
    r.frame.held = held;
    r.edits.insert(value.start, `${name}=`);
    visitTaken(r, pattern, value);
    return;
  }
  if (pattern.type === 'ArrayPattern') {
    visitArrayPattern(r, pattern);
    visitIterated(r, value);
    return;
  }
  visitPattern(r, pattern);
  visitTaken(r, pattern, value);
}

/** `{ length, ...rest }` reads all elements of a view. */
function visitTaken(r: Rewriter, pattern: AnyNode, value: AnyNode): void {
  if (hasRest(pattern)) visitWrapped(r, value, Hook.all);
  else r.visit(value);
}

export function visitDeclarator(r: Rewriter, node: VariableDeclarator): void {
  nameMade(r, node.id, node.init);
  if (!node.init) {
    visitPattern(r, node.id);
    return;
  }
  visitDestructuring(r, node.id, node.init);
}

/** Rests of patterns in its patterns are looked at by a further declarator, if not behind the statement. */
export function visitDeclaration(r: Rewriter, node: VariableDeclaration): void {
  for (const declarator of node.declarations) {
    if (declarator.init && isFollowed(r, declarator.id, r.exported === node)) markEval(r, declarator.init, 'seen');
    r.visit(declarator);
  }
  if (r.lookedAtLater === node) return;
  const looked = restsOf(r, node);
  if (looked !== '') r.edits.insert(node.declarations.at(-1)!.end, `,${r.unique()}=${Hook.rest}(0,${looked})`);
}

/** Behind a declaration whose variables others see: those of a script, and exported ones. In a block, so that `eval` gives what it gave. */
export function visitOpenDeclaration(r: Rewriter, statement: AnyNode, declaration: VariableDeclaration): void {
  r.lookedAtLater = declaration;
  if (statement !== declaration) r.exported = declaration;
  r.visit(statement);
  const looked = restsOf(r, declaration);
  if (looked !== '') r.edits.insert(statement.end, `;{let ${r.unique()}=${Hook.rest}(0,${looked})}`);
}

function restsOf(r: Rewriter, { declarations }: VariableDeclaration): string {
  const patterns = declarations.flatMap(({ id, init }) => (init ? [id] : []));
  return boundRest(r, patterns, false);
}

export function visitPatternAssignment(r: Rewriter, node: AssignmentExpression): void {
  const looked = boundRest(r, [node.left], false);
  if (looked !== '') r.open(node.start, `${Hook.rest}(`);
  visitAssigned(r, node);
  if (looked !== '') r.edits.insert(node.end, `,${looked})`);
}

/** The value of `[x] = v` is v, not what iterates in its place. */
function visitAssigned(r: Rewriter, node: AssignmentExpression): void {
  if (node.left.type !== 'ArrayPattern' || r.discarded === node) {
    visitDestructuring(r, node.left, node.right);
    return;
  }
  if (!r.frame.locals || neverView(node.right, r.declared) || r.isOurs(node.right)) {
    visitPattern(r, node.left);
    r.visit(node.right);
    return;
  }
  r.open(node.start, '(');
  const name = r.take();
  visitArrayPattern(r, node.left);
  r.frame.held--;
  const site = r.site(unwrapped(node.right).start, nameStart(node.right));
  r.edits.insert(node.right.start, `${Hook.iterate}(${name}=`);
  r.visit(node.right);
  r.edits.insert(node.right.end, `,${site}),${name})`);
}

/** The left side of `for-in` and `for-of`. */
export function visitLoopTarget(r: Rewriter, node: AnyNode): void {
  if (node.type === 'VariableDeclaration') r.visit(node);
  else visitPattern(r, isMember(unwrapped(node)) ? unwrapped(node) : node);
}
