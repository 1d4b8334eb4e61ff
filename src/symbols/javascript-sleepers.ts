// Which atomic updates of a JavaScript text are those of somebody who sleeps until they succeed: the function of the update calls Atomics.wait for the same
// word, without a time limit. A function that only tries does not.

import type * as acorn from 'acorn';
import { childrenOf, FUNCTIONS, type Node, programOf } from './javascript-syntax.ts';

/** Calls of Atomics in one function, not in those inside it: where the method is named, and the text of view and index. */
interface Calls {
  readonly updates: { readonly at: acorn.Position; readonly word: string }[];
  readonly awaited: Set<string>;
}

const UPDATES = new Set(['add', 'sub', 'and', 'or', 'xor', 'exchange', 'compareExchange']);

/** The places of such updates, as `line:column`, both from 1; none if the text is not JavaScript. */
export function sleepingUpdates(text: string): ReadonlySet<string> {
  if (!/\bAtomics\b.*\bwait\b/s.test(text)) return new Set();
  const program = programOf(text);
  const found = new Set<string>();
  const functions: Calls[] = [];
  const waiting = program === undefined ? [] : [{ node: program, calls: newCalls(functions) }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    const calls = FUNCTIONS.has(node.type) ? newCalls(functions) : next.calls;
    if (node.type === 'CallExpression') note(node, text, calls);
    for (const child of childrenOf(node)) waiting.push({ node: child, calls });
  }
  for (const { updates, awaited } of functions)
    for (const { at, word } of updates) if (awaited.has(word)) found.add(`${at.line}:${at.column + 1}`);
  return found;
}

function newCalls(all: Calls[]): Calls {
  const calls = { updates: [], awaited: new Set<string>() };
  all.push(calls);
  return calls;
}

/** A fourth argument of `Atomics.wait` is a limit. */
const MOST_ARGUMENTS = 3;

function note(call: Node, text: string, { updates, awaited }: Calls): void {
  const callee = call['callee'] as Node;
  if (callee.type !== 'MemberExpression' || callee['computed'] === true) return;
  const [object, property] = [callee['object'] as Node, callee['property'] as Node];
  const [view, index, ...values] = call['arguments'] as readonly Node[];
  if (object['name'] !== 'Atomics' || view === undefined || index === undefined) return;
  const word = [view, index].map(({ start, end }) => text.slice(start, end).replace(/\s/g, '')).join();
  const name = String(property['name']);
  if (UPDATES.has(name)) updates.push({ at: property.loc.start, word });
  if (name === 'wait' && 2 + values.length <= MOST_ARGUMENTS) awaited.add(word);
}
