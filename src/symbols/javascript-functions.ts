// The named functions of a JavaScript text, and which of them a position is in. For knowing a place again after an edit: what has no
// name belongs to the function around it.

import type * as acorn from 'acorn';
import { entriesOf, FUNCTIONS, isNode, type Node, programOf } from './javascript-syntax.ts';

export interface NamedFunction {
  readonly name: string;
  /** Lines from 1, columns from 0; the end is behind the last character. */
  readonly start: acorn.Position;
  readonly end: acorn.Position;
}

/** All named functions, an outer one before those inside; none if the text is not JavaScript. */
export function namedFunctions(text: string): readonly NamedFunction[] {
  const program = programOf(text);
  const found: NamedFunction[] = [];
  const waiting: Named[] = program === undefined ? [] : [{ node: program, name: undefined }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, name } = next;
    const own = FUNCTIONS.has(node.type) ? (nameOf(node['id']) ?? name) : undefined;
    if (own !== undefined) found.push({ name: own, start: node.loc.start, end: node.loc.end });
    waiting.push(...children(node));
  }
  return found.sort((a, b) => a.start.line - b.start.line || a.start.column - b.start.column);
}

/** The innermost of them around a line and a column, both from 1; the whole line if the column is 0. */
export function functionAt(functions: readonly NamedFunction[], line: number, column: number): NamedFunction | undefined {
  const isAfter = ({ line: l, column: c }: acorn.Position) => line > l || (line === l && (column === 0 || column - 1 >= c));
  const isBefore = ({ line: l, column: c }: acorn.Position) => line < l || (line === l && (column === 0 || column - 1 < c));
  return functions.findLast(({ start, end }) => isAfter(start) && isBefore(end));
}

interface Named {
  readonly node: Node;
  /** What a function that stands here is called. */
  readonly name: string | undefined;
}

function* children(node: Node): Generator<Named> {
  const given = givenName(node);
  for (const { key, child } of entriesOf(node))
    yield { node: child, name: key === 'value' || key === 'init' || key === 'right' ? given : undefined };
}

/** `const name = …`, `name: …`, `name() …`, `this.name = …`: the function on the right is called so. */
function givenName(node: Node): string | undefined {
  switch (node.type) {
    case 'VariableDeclarator':
      return nameOf(node['id']);
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return nameOf(node['key']);
    case 'AssignmentExpression': {
      const left = node['left'];
      return nameOf(isNode(left) && left.type === 'MemberExpression' ? left['property'] : left);
    }
    default:
      return undefined;
  }
}

function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return String(node['name']);
  return node.type === 'Literal' ? String(node['value']) : undefined;
}
