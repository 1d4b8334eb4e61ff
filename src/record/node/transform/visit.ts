// The walk over the syntax tree.

import type { AnyNode, Class, Function as FunctionNode, Program } from 'acorn';
import { Hook, PATCHED_MODULES } from '../core/hooks.ts';
import { markKey, markWhole, visitApart, visitOwner } from './apart.ts';
import { aroundVisit, visitAwait } from './atomic-functions.ts';
import { keepThis, visitCall } from './call.ts';
import { nameMade } from './called.ts';
import { visitChain, visitDeleted } from './chain.ts';
import { markImplicit, markObject, visitNew } from './construct.ts';
import { isFollowed, markEval, markOwner, markProperty, visitValue } from './evaluation.ts';
import { isMember, isPrototype, unwrapped } from './expression.ts';
import { isOfFunction, visitHeir } from './inheritance.ts';
import { Access, visitElementAssignment, visitMember, visitUpdate } from './member.ts';
import {
  visitDeclaration,
  visitDeclarator,
  visitElement,
  visitIterated,
  visitLoopTarget,
  visitOpenDeclaration,
  visitPatternAssignment,
  visitWrapped,
} from './pattern.ts';
import { restOfParameters, visitCaught, visitForOf, visitParameters } from './rest.ts';
import type { Rewriter } from './rewriter.ts';
import { visitWith } from './with.ts';

export function visit(r: Rewriter, node: AnyNode): void {
  switch (node.type) {
    case 'Identifier':
      visitOwner(r, node);
      visitValue(r, node, () => {});
      break;
    case 'Literal':
    case 'ThisExpression':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'ExportSpecifier':
      break;
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      visitImported(r, node.source);
      break;
    case 'ImportExpression':
      visitImported(r, node.source);
      visitChildren(r, node);
      break;
    case 'LabeledStatement':
      visit(r, node.body);
      break;
    case 'Program':
      visitProgram(r, node);
      break;
    case 'BlockStatement':
      visitStatements(r, node.body);
      break;
    case 'SwitchCase':
      if (node.test) visit(r, node.test);
      visitStatements(r, node.consequent);
      break;
    case 'ExpressionStatement':
      if (r.frame.locals) {
        r.discarded = node.expression;
        markEval(r, node.expression, 'seen');
      }
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
      markOwner(r, node);
      visitApart(r, node);
      markObject(r, node);
      visitValue(r, node, () => visitMember(r, node, Access.read));
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
      visitNew(r, node);
      break;
    case 'UnaryExpression':
      markEval(r, node.argument, 'seen');
      markWhole(r, node.argument);
      if (node.operator === 'delete') visitDeleted(r, node.argument);
      else visit(r, node.argument);
      break;
    case 'BinaryExpression':
      for (const operand of [node.left, node.right]) {
        markEval(r, operand, 'seen');
        markWhole(r, operand);
      }
      visitChildren(r, node);
      break;
    case 'UpdateExpression':
      visitUpdate(r, node);
      break;
    case 'AssignmentExpression': {
      const left = unwrapped(node.left);
      nameMade(r, left, node.right);
      if (isMember(left)) markProperty(r, left.property, node.right);
      else if (isFollowed(r, left)) markEval(r, node.right, 'seen');
      if (isMember(left) && isOfFunction(node, left)) {
        visit(r, left);
        visitHeir(r, node.right);
      } else if (isMember(left)) visitElementAssignment(r, node, left);
      else if (left.type === 'Identifier') visit(r, node.right);
      else visitPatternAssignment(r, node);
      break;
    }
    case 'AwaitExpression':
      r.awaited = unwrapped(node.argument);
      visitAwait(r, node);
      break;
    case 'VariableDeclarator':
      visitDeclarator(r, node);
      break;
    case 'VariableDeclaration':
      visitDeclaration(r, node);
      break;
    case 'CatchClause':
      visitCaught(r, node);
      visit(r, node.body);
      break;
    case 'ForInStatement':
      visitLoopTarget(r, node.left);
      visit(r, node.right);
      visit(r, node.body);
      break;
    case 'ForOfStatement':
      visitForOf(r, node);
      break;
    case 'ArrayExpression':
      for (const element of node.elements) {
        if (element === null) continue;
        markEval(r, element, 'handed on');
        visitElement(r, element);
      }
      break;
    case 'YieldExpression':
      if (node.argument) (node.delegate ? visitIterated : visit)(r, node.argument);
      break;
    case 'SpreadElement':
      // Of an object: `{ ...view }` reads all of it. Other spreads iterate, and do not come here.
      visitWrapped(r, node.argument, Hook.all);
      break;
    case 'Property':
      if (node.computed) {
        markKey(r, node.key);
        visit(r, node.key);
      } else nameMade(r, node.key, node.value);
      markProperty(r, node.key, node.value);
      if (node.kind === 'set') r.setters.add(node.value);
      if (isPrototype(node)) visitHeir(r, node.value);
      else if (!node.shorthand) visit(r, node.value);
      break;
    case 'WithStatement':
      visitWith(r, node);
      break;
    default:
      visitChildren(r, node);
      break;
  }
}

function visitImported(r: Rewriter, source: AnyNode): void {
  const name = source.type === 'Literal' ? String(source.value).replace(/^node:/, '') : '';
  if (PATCHED_MODULES.has(name)) r.uses.add(name);
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
    visitStatement(r, statement);
    before = statement;
  }
  r.hazard = -1;
}

function visitStatement(r: Rewriter, statement: AnyNode): void {
  const isExport = statement.type === 'ExportNamedDeclaration';
  const declaration = isExport ? statement.declaration : statement;
  if (declaration?.type === 'VariableDeclaration' && (isExport || !r.frame.locals))
    visitOpenDeclaration(r, statement, declaration);
  else visit(r, statement);
}

/** Walks a list of statements that may have variables of its own: `start` is before the first. */
function visitBody(r: Rewriter, statements: readonly AnyNode[], start: number, locals: boolean, begin = ''): void {
  const before = reserveBefore(r, statements, start);
  before(r.within(locals, () => visitStatements(r, statements)) + begin);
}

/** A place for text before the statements and after the directives. */
function reserveBefore(r: Rewriter, statements: readonly AnyNode[], start: number): (text: string) => void {
  const directive = statements.findLast(
    (statement) => statement.type === 'ExpressionStatement' && statement.directive !== undefined,
  );
  const before = r.edits.reserve(directive?.end ?? start);
  return (text) => before(text !== '' && directive !== undefined ? `;${text}` : text);
}

function visitProgram(r: Rewriter, { body }: Program): void {
  const start = body[0]?.start ?? 0;
  if (r.source.includes('isConcatSpreadable')) r.uses.add('array.concat');
  const first = reserveBefore(r, body, start);
  visitBody(r, body, start, r.frame.locals);
  first([...r.uses].map((what) => `${Hook.uses}("${what}");`).join(''));
}

function isAsm(statements: readonly AnyNode[]): boolean {
  return statements.some((statement) => statement.type === 'ExpressionStatement' && statement.directive === 'use asm');
}

function visitFunction(r: Rewriter, node: FunctionNode): void {
  const { section, visited } = r;
  const name = r.atomic.get(node);
  r.section = r.sections.get(node);
  // Code that is sent as text has been here before.
  r.visited = name !== undefined && !r.again;
  visitParts(r, node, r.visited ? aroundVisit(r, name!, node.start) : ['', '']);
  r.section = section;
  r.visited = visited;
}

/** `around`: what stands before and behind all statements. */
function visitParts(r: Rewriter, node: FunctionNode, [begin, end]: readonly [string, string]): void {
  const { body } = node;
  if (body.type === 'BlockStatement' && isAsm(body.body)) return;
  const isSetter = r.setters.has(node);
  let taken = '';
  r.within(false, () => {
    visitParameters(r, node, isSetter);
    taken = restOfParameters(r, node, isSetter) + begin;
  });
  if (body.type === 'BlockStatement') {
    visitBody(r, body.body, body.start + 1, true, taken);
    r.edits.insert(body.end - 1, end);
    return;
  }
  const before = r.edits.reserve(body.start);
  r.awaited = unwrapped(body);
  const declaration = r.within(true, () => visit(r, body));
  if (declaration === '' && taken === '') return;
  before(`{${declaration}${taken}return `);
  r.edits.insert(body.end, `${end}}`);
}

function visitClass(r: Rewriter, node: Class): void {
  if (node.superClass) visit(r, node.superClass);
  markImplicit(r, node);
  for (const member of node.body.body) {
    if (member.type === 'StaticBlock') {
      visitBody(r, member.body, r.source.indexOf('{', member.start) + 1, true);
      continue;
    }
    const { value } = member;
    if (member.computed) {
      markKey(r, member.key);
      visit(r, member.key);
    } else nameMade(r, member.key, value);
    if (value) markProperty(r, member.key, value);
    if (member.type === 'MethodDefinition' && member.kind === 'set') r.setters.add(member.value);
    if (value) r.within(false, () => visit(r, value));
  }
}
