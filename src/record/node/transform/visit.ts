// The walk over the syntax tree.

import type { AnyNode, CallExpression, Class, Function as FunctionNode, NewExpression } from 'acorn';
import { ACCESSOR_METHODS, ATOMICS_METHODS, COPYING_CONSTRUCTORS, Hook, MARKED_CONSTRUCTORS, MARKED_METHODS } from '../hooks.ts';
import { visitChain, visitDeleted } from './chain.ts';
import { keepOptional } from './chain-split.ts';
import { isIdentifier, isMember, unwrapped } from './expression.ts';
import { Access, visitElementAssignment, visitMember, visitUpdate } from './member.ts';
import {
  visitDeclarator,
  visitIterated,
  visitLoopTarget,
  visitPattern,
  visitPatternAssignment,
  visitWrapped,
} from './pattern.ts';
import type { Rewriter } from './rewriter.ts';

export function visit(r: Rewriter, node: AnyNode): void {
  switch (node.type) {
    case 'Identifier':
    case 'Literal':
    case 'ThisExpression':
      break;
    case 'Program':
      visitBody(r, node.body, node.body[0]?.start ?? 0, r.frame.locals);
      break;
    case 'BlockStatement':
      visitStatements(r, node.body);
      break;
    case 'SwitchCase':
      if (node.test) visit(r, node.test);
      visitStatements(r, node.consequent);
      break;
    case 'ExpressionStatement':
      if (r.frame.locals) r.discarded = node.expression;
      visit(r, node.expression);
      break;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      visitFunction(r, node);
      break;
    case 'ClassDeclaration':
    case 'ClassExpression':
      visitClass(r, node);
      break;
    case 'MemberExpression':
      visitMember(r, node, Access.read);
      break;
    case 'ChainExpression':
      visitChain(r, node);
      break;
    case 'CallExpression':
      visitCall(r, node);
      break;
    case 'TaggedTemplateExpression':
      keepThis(r, node.tag);
      visitChildren(r, node);
      break;
    case 'NewExpression':
      visit(r, node.callee);
      if (isCopy(r, node)) visitWrapped(r, node.arguments[0]!, Hook.all);
      else if (isMarked(node)) visitMarkedArguments(r, node, node.start);
      else visitArguments(r, node);
      break;
    case 'UnaryExpression':
      if (node.operator === 'delete') visitDeleted(r, node.argument);
      else visit(r, node.argument);
      break;
    case 'UpdateExpression':
      visitUpdate(r, node);
      break;
    case 'AssignmentExpression': {
      const left = unwrapped(node.left);
      if (isMember(left)) visitElementAssignment(r, node, left);
      else if (left.type === 'Identifier') visit(r, node.right);
      else visitPatternAssignment(r, node);
      break;
    }
    case 'VariableDeclarator':
      visitDeclarator(r, node);
      break;
    case 'CatchClause':
      if (node.param) visitPattern(r, node.param);
      visit(r, node.body);
      break;
    case 'ForInStatement':
    case 'ForOfStatement':
      visitLoopTarget(r, node.left);
      if (node.type === 'ForOfStatement') visitIterated(r, node.right);
      else visit(r, node.right);
      visit(r, node.body);
      break;
    case 'ArrayExpression':
      for (const element of node.elements) if (element !== null) visitElement(r, element);
      break;
    case 'YieldExpression':
      if (node.argument) (node.delegate ? visitIterated : visit)(r, node.argument);
      break;
    case 'SpreadElement':
      // Of an object: `{ ...view }` reads all of it. Other spreads iterate, and do not come here.
      visitWrapped(r, node.argument, Hook.all);
      break;
    case 'Property':
      if (node.computed) visit(r, node.key);
      visit(r, node.value);
      break;
    case 'WithStatement':
      // Every name in the body may be a property of the object, also the hooks' and the variables'.
      visit(r, node.object);
      break;
    default:
      visitChildren(r, node);
      break;
  }
}

function visitChildren(r: Rewriter, node: AnyNode): void {
  for (const value of Object.values(node) as unknown[]) {
    if (Array.isArray(value)) for (const child of value) visitChild(r, child);
    else visitChild(r, value);
  }
}

function visitChild(r: Rewriter, value: unknown): void {
  if (typeof value === 'object' && value !== null && typeof (value as AnyNode).type === 'string') visit(r, value as AnyNode);
}

function visitStatements(r: Rewriter, statements: readonly AnyNode[]): void {
  let before: AnyNode | undefined;
  for (const statement of statements) {
    const open = before !== undefined && r.source[before.end - 1] !== ';';
    r.hazard = open && statement.type === 'ExpressionStatement' ? statement.start : -1;
    visit(r, statement);
    before = statement;
  }
  r.hazard = -1;
}

/** Walks a list of statements that may have variables of its own: `start` is before the first. */
function visitBody(r: Rewriter, statements: readonly AnyNode[], start: number, locals: boolean): void {
  const directive = statements.findLast(
    (statement) => statement.type === 'ExpressionStatement' && statement.directive !== undefined,
  );
  const before = r.edits.reserve(directive?.end ?? start);
  const declaration = r.within(locals, () => visitStatements(r, statements));
  if (declaration !== '') before(directive === undefined ? declaration : `;${declaration}`);
}

function isAsm(statements: readonly AnyNode[]): boolean {
  return statements.some((statement) => statement.type === 'ExpressionStatement' && statement.directive === 'use asm');
}

function visitFunction(r: Rewriter, node: FunctionNode): void {
  const { body } = node;
  if (body.type === 'BlockStatement' && isAsm(body.body)) return;
  r.within(false, () => {
    for (const param of node.params) visitPattern(r, param);
  });
  if (body.type === 'BlockStatement') {
    visitBody(r, body.body, body.start + 1, true);
    return;
  }
  const before = r.edits.reserve(body.start);
  const declaration = r.within(true, () => visit(r, body));
  if (declaration === '') return;
  before(`{${declaration}return `);
  r.edits.insert(body.end, '}');
}

function visitClass(r: Rewriter, node: Class): void {
  if (node.superClass) visit(r, node.superClass);
  for (const member of node.body.body) {
    if (member.type === 'StaticBlock') {
      visitBody(r, member.body, r.source.indexOf('{', member.start) + 1, true);
      continue;
    }
    if (member.computed) visit(r, member.key);
    const { value } = member;
    if (value) r.within(false, () => visit(r, value));
  }
}

function visitElement(r: Rewriter, node: AnyNode): void {
  if (node.type === 'SpreadElement') visitIterated(r, node.argument);
  else visit(r, node);
}

/** `new Uint8Array(view)` reads the view. */
function isCopy(r: Rewriter, { callee, arguments: args }: NewExpression): boolean {
  if (callee.type !== 'Identifier' || !COPYING_CONSTRUCTORS.has(callee.name) || r.declared.has(callee.name)) return false;
  return args.length === 1 && args[0]!.type !== 'SpreadElement';
}

function visitArguments(r: Rewriter, node: CallExpression | NewExpression): void {
  for (const argument of node.arguments) visitElement(r, argument);
}

/** `f?.()[0]`. */
function visitSplitCall(r: Rewriter, node: CallExpression): void {
  const { held } = r.frame;
  keepOptional(r, node);
  r.frame.held = held;
  visitArguments(r, node);
}

function keepThis(r: Rewriter, callee: AnyNode): void {
  const node = unwrapped(callee);
  if (node.type === 'ChainExpression' && node !== callee) r.intact.add(node);
}

/** The place of a call whose native method asks for its site. */
function methodSite(callee: AnyNode): number | undefined {
  if (!isMember(callee) || callee.computed || callee.property.type !== 'Identifier') return undefined;
  const { object, property } = callee;
  if (ACCESSOR_METHODS.test(property.name) || MARKED_METHODS.has(property.name)) return property.start;
  if (!ATOMICS_METHODS.has(property.name)) return undefined;
  const owner = isMember(object) && !object.computed ? object.property : object;
  return isIdentifier(owner, 'Atomics') ? property.start : undefined;
}

/** `eval(…)`, `(0, eval)(…)`, `globalThis.eval(…)`. */
function isEval(r: Rewriter, callee: AnyNode): boolean {
  const node = unwrapped(callee);
  if (node.type === 'SequenceExpression') return isEval(r, node.expressions.at(-1)!);
  if (isMember(node)) return !node.computed && isIdentifier(node.property, 'eval') && isIdentifier(node.object, 'globalThis');
  return isIdentifier(node, 'eval') && !r.declared.has('eval');
}

function visitCall(r: Rewriter, node: CallExpression): void {
  if (r.splits.has(node)) {
    visitSplitCall(r, node);
    return;
  }
  keepThis(r, node.callee);
  const first = node.arguments[0];
  const last = node.arguments.at(-1);
  const position = methodSite(node.callee);
  visit(r, node.callee);
  if (first === undefined || last === undefined) return;
  if (isEval(r, node.callee) && first.type !== 'SpreadElement' && !r.isOurs(first)) {
    r.edits.insert(first.start, `${Hook.code}(`);
    visit(r, first);
    r.edits.insert(first.end, ')');
    for (const argument of node.arguments.slice(1)) visitElement(r, argument);
    return;
  }
  if (position === undefined) visitArguments(r, node);
  else visitMarkedArguments(r, node, position);
}

/** `new SharedArrayBuffer(8)` and its like. */
function isMarked({ callee }: NewExpression): boolean {
  const name = isMember(callee) && !callee.computed ? callee.property : callee;
  return name.type === 'Identifier' && MARKED_CONSTRUCTORS.has(name.name);
}

/** The last argument tells the native where it was called. */
function visitMarkedArguments(r: Rewriter, node: CallExpression | NewExpression, position: number): void {
  const last = node.arguments.at(-1);
  if (last === undefined || last.type === 'SpreadElement' || r.isOurs(last)) {
    visitArguments(r, node);
    return;
  }
  for (const argument of node.arguments.slice(0, -1)) visitElement(r, argument);
  const site = r.site(position);
  r.edits.insert(last.start, `${Hook.last}(`);
  visit(r, last);
  r.edits.insert(last.end, `,${site})`);
}
