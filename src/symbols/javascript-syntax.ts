// The syntax tree of a JavaScript text, for those who walk it without recursion: texts may be nested deeper than a stack is.

import * as acorn from 'acorn';

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly loc: acorn.SourceLocation;
  readonly [key: string]: unknown;
}

export const FUNCTIONS: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Undefined if the text is not JavaScript. */
export function programOf(text: string): Node | undefined {
  return parsed(text, 'module') ?? parsed(text, 'script');
}

function parsed(text: string, sourceType: 'module' | 'script'): Node | undefined {
  try {
    const leniently = { allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true, allowHashBang: true };
    return acorn.parse(text, { ecmaVersion: 'latest', sourceType, locations: true, ...leniently }) as unknown as Node;
  } catch {
    return undefined;
  }
}

/** What stands directly in a node, with `key` of the node that it is. */
export function* entriesOf(node: Node): Generator<{ readonly key: string; readonly child: Node }> {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc') continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield { key, child };
  }
}

export function* childrenOf(node: Node): Generator<Node> {
  for (const { child } of entriesOf(node)) yield child;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
