// The functions of a text that are to be atomic, by name: each visit begins and ends a block. A visit of an async function is as many blocks as it
// has pieces: each `await` ends one, since other code of the thread runs then, and the next begins behind it.

import type { AnyNode, AwaitExpression, Function as FunctionNode, Program } from 'acorn';
import { type AtomicNames, HOOK_PREFIX, Hook } from '../core/hooks.ts';
import type { Rewriter } from './rewriter.ts';

interface Named {
  readonly node: AnyNode;
  /** What a function or a class that stands here is called, and whose it is. */
  readonly name: AnyNode | undefined;
  readonly owner: AnyNode | undefined;
}

/** Function → its name, as `Account.deposit` or `transfer`. `called`: the name that the source has for an identifier of the text. */
export function atomicFunctions(
  program: Program,
  names: Pick<AtomicNames, 'matches'>,
  called: (identifier: AnyNode) => string | undefined,
): ReadonlyMap<object, string> {
  const found = new Map<object, string>();
  const waiting: Named[] = [{ node: program, name: undefined, owner: undefined }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, owner } = next;
    const name = ('id' in node && node.id?.type === 'Identifier' ? node.id : undefined) ?? next.name;
    if (isFunction(node) && !node.generator && !hasHiddenAwait(node)) {
      const [own, of] = [name && called(name), owner && called(owner)];
      const full = of === undefined ? own : `${of}.${own}`;
      const said = own === undefined ? [] : of === undefined ? [own] : [own, full!, `${of}::${own}`];
      if (said.some((word) => names.matches(word))) found.set(node, full!);
    }
    waiting.push(...children(node, name, owner));
  }
  return found;
}

function isFunction(node: AnyNode): node is FunctionNode & AnyNode {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
}

function children(node: AnyNode, name: AnyNode | undefined, owner: AnyNode | undefined): Named[] {
  const isOwner = /^(?:Class(?:Declaration|Expression)|ObjectExpression)$/.test(node.type);
  const inside = isOwner
    ? name
    : /^(?:ClassBody|Property|MethodDefinition|PropertyDefinition)$/.test(node.type)
      ? owner
      : undefined;
  const given = givenName(node);
  return Object.entries(node).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).map((child) => ({
      node: child,
      name: /^(?:value|init|right)$/.test(key) ? given : node.type === 'ParenthesizedExpression' ? name : undefined,
      owner: inside,
    })),
  );
}

/** `const name = …`, `name: …`, `name() …`, `this.name = …`. */
function givenName(node: AnyNode): AnyNode | undefined {
  if (node.type === 'VariableDeclarator') return node.id;
  if (node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') return node.key;
  if (node.type !== 'AssignmentExpression') return undefined;
  return node.left.type === 'MemberExpression' ? node.left.property : node.left;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as AnyNode).type === 'string';
}

/** Whether the function itself waits where no `await` expression says so: a block would go on through what others do then. */
function hasHiddenAwait(node: FunctionNode): boolean {
  const waiting: AnyNode[] = [node.body];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isFunction(next)) continue;
    if (next.type === 'ForOfStatement' && next.await) return true;
    if (next.type === 'VariableDeclaration' && String(next.kind).startsWith('await')) return true;
    waiting.push(...Object.values(next).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode)));
  }
  return false;
}

/** The variable of a visit. */
const VISIT = `${HOOK_PREFIX}b`;

/** What stands before and behind the statements of such a function. */
export function aroundVisit(r: Rewriter, name: string, position: number): readonly [string, string] {
  const begin = `var ${VISIT}=${Hook.visited}(${JSON.stringify(name)},${r.site(position)});try{`;
  return [begin, `}finally{${Hook.left}(${VISIT})}`];
}

/** `await x` in it becomes `resumed(visit, await paused(visit, x))`. */
export function visitAwait(r: Rewriter, node: AwaitExpression): void {
  const { argument } = node;
  if (r.visited) {
    r.edits.insert(node.start, `${Hook.resumed}(${VISIT},`);
    r.edits.insert(argument.start, `${Hook.paused}(${VISIT},`);
  }
  r.visit(argument);
  if (r.visited) r.edits.insert(argument.end, '))');
}
