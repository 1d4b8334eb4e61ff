// Calls of `eval`, also by another name, and `eval` as a value. The function itself stays what it is where it is called by its name or compared, since only
// that is called directly, and programs look (SES). Where it is handed on to be called from elsewhere, as in `texts.map(eval)`, one that records takes its
// place; where nobody knows what becomes of it, the run is partial.

import type { AnyNode, CallExpression, MemberExpression } from 'acorn';
import { Hook } from '../core/hooks.ts';
import { isIdentifier, isMember, unwrapped } from './expression.ts';
import { isEvalName, type Rewriter } from './rewriter.ts';

/** `eval`, `(0, eval)`, `globalThis.eval`: the name or the member; undefined for everything else. */
function evalIn(r: Rewriter, expression: AnyNode): AnyNode | undefined {
  const node = unwrapped(expression);
  if (node.type === 'SequenceExpression') return evalIn(r, node.expressions.at(-1)!);
  if (!isMember(node)) return isIdentifier(node, 'eval') && !r.ownEval ? node : undefined;
  const { object, property, computed } = node;
  const isNamed = computed ? property.type === 'Literal' && property.value === 'eval' : isIdentifier(property, 'eval');
  return isNamed && (isIdentifier(object, 'globalThis') || isIdentifier(object, 'global')) ? node : undefined;
}

/** A variable that the file gives `eval` to. */
function evalName(r: Rewriter, callee: AnyNode): string | undefined {
  const node = unwrapped(callee);
  if (node.type === 'SequenceExpression') return evalName(r, node.expressions.at(-1)!);
  return node.type === 'Identifier' && r.evals.has(node.name) && r.declared.has(node.name) ? node.name : undefined;
}

export interface Evaluated {
  /** Which argument is the text. */
  readonly at: number;
  /** What the callee must be asked for. */
  readonly name?: string;
}

/** `eval(…)`, `eval.call(x, …)`, and `run(…)` where there is a `run = eval`. */
export function evaluated(r: Rewriter, { callee, arguments: args }: CallExpression): Evaluated | undefined {
  const node = unwrapped(callee);
  const isThrough = isMember(node) && !node.computed && isIdentifier(node.property, 'call');
  const called = isThrough ? node.object : callee;
  const global = evalIn(r, called);
  const at = isThrough ? 1 : 0;
  const text = args[at];
  if (text === undefined || args.slice(0, at + 1).some(({ type }) => type === 'SpreadElement')) {
    // Without a text, and with one that is not to be had.
    if (global !== undefined && args.length === 0) r.evalUses.set(global, 'seen');
    return undefined;
  }
  if (global !== undefined) r.evalUses.set(global, 'seen');
  if (r.isOurs(text)) return undefined;
  // It may be anything there (call.ts), and needs a variable.
  if (r.isWithin && (!r.frame.locals || isThrough)) return undefined;
  if (global !== undefined) return { at };
  const name = evalName(r, called);
  return name === undefined ? undefined : { at, name };
}

/** Functions that call what they are given, and keep it from nobody. */
const CALLING =
  /^(?:every|filter|find(?:Last)?(?:Index)?|flatMap|forEach|from|map|reduce(?:Right)?|some|sort|toSorted|replace(?:All)?|then|catch|finally|setTimeout|setInterval|setImmediate|queueMicrotask|nextTick|on|once|addListener|addEventListener|prependListener|apply)$/;

/** Says of arguments that are `eval` what becomes of them. Before they are visited. */
export function markEvals(r: Rewriter, { callee, arguments: args }: CallExpression): void {
  const node = unwrapped(callee);
  const name = isMember(node) && !node.computed ? node.property : node;
  // Of `h.e(eval)` in what was transformed before.
  const isOwn = isMember(node) && r.isOurs(node.object);
  const isCalling = name.type === 'Identifier' && CALLING.test(name.name);
  if (isOwn || isCalling) for (const argument of args) markEval(r, argument, isOwn ? 'seen' : 'handed on');
  // `eval.apply(x, [text])`
  if (isMember(node) && isIdentifier(name, name.type === 'Identifier' && name.name === 'bind' ? 'bind' : 'apply'))
    markEval(r, node.object, 'handed on');
}

/** Says of a value that is `eval` what becomes of it. Before it is visited. */
export function markEval(r: Rewriter, value: AnyNode, use: 'handed on' | 'seen'): void {
  const node = unwrapped(value);
  if (node.type === 'ConditionalExpression') for (const branch of [node.consequent, node.alternate]) markEval(r, branch, use);
  if (node.type === 'LogicalExpression') for (const branch of [node.left, node.right]) markEval(r, branch, use);
  const found = evalIn(r, value);
  if (found !== undefined) r.evalUses.set(found, use);
  else if (use === 'handed on' && evalName(r, value) !== undefined) r.evalUses.set(node, use);
}

/** `eval.name`. */
export function markOwner(r: Rewriter, { object, property, computed }: MemberExpression): void {
  const isCalled = computed || (property.type === 'Identifier' && /^(?:call|apply|bind)$/.test(property.name));
  if (!isCalled) markEval(r, object, 'seen');
}

/** A variable whose calls are looked at from then on; those of one that is exported by other files, if its name says what it is. */
export function isFollowed(r: Rewriter, target: AnyNode, isExported = false): boolean {
  return target.type === 'Identifier' && r.declared.has(target.name) && (!isExported || isEvalName(target.name));
}

/** A property that is not called `eval`, which may stand for the name in a scope. */
export function markProperty(r: Rewriter, key: AnyNode, value: AnyNode): void {
  if (!isIdentifier(key, 'eval')) markEval(r, value, 'handed on');
}

/** Walks a name or a member that may be `eval` as a value. */
export function visitValue(r: Rewriter, node: AnyNode, walk: () => void): void {
  const use = r.evalUses.get(node);
  const isLost = use === undefined && isIdentifier(node, 'eval') && !r.ownEval && !r.isWithin;
  const isHooked = use === 'handed on' || isLost;
  if (isHooked) r.edits.insert(node.start, `${Hook.handed}(`);
  walk();
  if (isHooked) r.edits.insert(node.end, isLost ? ',1)' : ')');
}
