// The named functions of a JavaScript text, and which of them a position is in. For knowing a place again after an edit: what has no
// name belongs to the function around it.

import * as acorn from 'acorn';

export interface NamedFunction {
  readonly name: string;
  /** Lines from 1, columns from 0; the end is behind the last character. */
  readonly start: acorn.Position;
  readonly end: acorn.Position;
}

/** All named functions, an outer one before those inside; none if the text is not JavaScript. */
export function namedFunctions(text: string): readonly NamedFunction[] {
  const program = parsed(text, 'module') ?? parsed(text, 'script');
  const found: NamedFunction[] = [];
  // Not by recursion: texts may be nested deeper than a stack is.
  const waiting: Named[] = program === undefined ? [] : [{ node: program as unknown as Node, name: undefined }];
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

interface Node {
  readonly type: string;
  readonly loc: acorn.SourceLocation;
  readonly [key: string]: unknown;
}

interface Named {
  readonly node: Node;
  /** What a function that stands here is called. */
  readonly name: string | undefined;
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

function parsed(text: string, sourceType: 'module' | 'script'): acorn.Program | undefined {
  try {
    const leniently = { allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true, allowHashBang: true };
    return acorn.parse(text, { ecmaVersion: 'latest', sourceType, locations: true, ...leniently });
  } catch {
    return undefined;
  }
}

function children(node: Node): Named[] {
  const given = givenName(node);
  const found: Named[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc') continue;
    const name = key === 'value' || key === 'init' || key === 'right' ? given : undefined;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) found.push({ node: child, name });
  }
  return found;
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

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
