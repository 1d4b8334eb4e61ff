// The rest of an object pattern, `{ x, ...rest }`, copies all elements of a view. Where the value that is taken apart is an expression it has a hook
// (pattern.ts). A function takes its parameters apart a second time, from variables; what a loop gives passes a hook; `catch` has a declaration in
// its block. Patterns in patterns, those behind `for await`, and the parameters of a function that also has a rest of its parameters are left: the value is
// not to be had there, and asking it for something more would be seen by a proxy. There the copy is looked at, and the run is partial if it may be one
// of a view.

import type { AnyNode, CatchClause, ForOfStatement, Function as FunctionNode, ObjectPattern, Pattern } from 'acorn';
import { HOOK_PREFIX, Hook } from '../core/hooks.ts';
import { boundRest, hasRest, lookedAt } from './bound-rest.ts';
import { visitIterated, visitLoopTarget, visitPattern, visitWrapped } from './pattern.ts';
import type { Rewriter } from './rewriter.ts';

/** A property that no list of arguments has. */
const ABSENT = `${HOOK_PREFIX}k`;

function withoutDefault(param: AnyNode): AnyNode {
  return param.type === 'AssignmentPattern' ? param.left : param;
}

/** Walks the parameters of a function. `(a, { x, ...rest }, b = 1)` becomes
 * `(a, t, u = void 0, ...{ k: { v: { x, ...rest } } = { v: all(t) }, k: { v: b = 1 } = { v: u } })`: what is behind `...` has no property `k`, and takes the
 * default. Names, the order of evaluation and the length of the function stay as they were. */
export function visitParameters(r: Rewriter, { params }: FunctionNode, isSetter: boolean): void {
  const isFixed = isSetter || params.at(-1)?.type === 'RestElement';
  const first = isFixed ? -1 : params.findIndex((param) => hasRest(withoutDefault(param)));
  const moved = first < 0 ? [] : params.slice(first);
  for (const param of params) if (!moved.includes(param)) visitParameter(r, param);
  if (moved.length === 0) return;
  const names = moved.map(() => r.unique());
  const heads = moved.map((param, n) => (param.type === 'AssignmentPattern' ? `${names[n]}=void 0` : names[n]!));
  for (const [n, param] of moved.entries()) {
    r.edits.insert(param.start, `${n === 0 ? `${heads.join()},...{` : ''}${ABSENT}:{v:`);
    visitParameter(r, param);
    r.edits.insert(param.end, `}={v:${givenValue(r, param, names[n]!)}}`);
  }
  r.edits.insert(behindComma(r.source, moved.at(-1)!.end), '}');
}

/** What is null or undefined is taken apart by a function that does no more, for V8's own words. */
function givenValue(r: Rewriter, param: Pattern, name: string, isCaught = false): string {
  const pattern = withoutDefault(param);
  if (pattern.type !== 'ObjectPattern' || !hasRest(pattern)) return name;
  const isNothing = `${name}${pattern === param ? '==' : '==='}null`;
  const first = firstOf(r, pattern);
  const failing = isCaught ? `(()=>{try{throw ${name}}catch${first}{}})()` : `(${first}=>0)(${name})`;
  return `${isNothing}?${failing}:${Hook.all}(${name},${r.site(param.start)})`;
}

/** A pattern with the first property of another, which is the one that errors tell. */
function firstOf(r: Rewriter, { properties }: ObjectPattern): string {
  const [first] = properties;
  return first?.type === 'Property' && !first.computed ? `({${r.text(first.key)}:o})` : '({})';
}

/** The default of a parameter is taken apart as well. */
function visitParameter(r: Rewriter, param: Pattern): void {
  if (param.type !== 'AssignmentPattern' || !hasRest(param.left)) {
    visitPattern(r, param);
    return;
  }
  visitPattern(r, param.left);
  visitWrapped(r, param.right, Hook.all);
}

const COMMA = /(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n\r\u2028\u2029]*)*,/y;

/** A rest may not have a comma behind it. */
function behindComma(source: string, position: number): number {
  COMMA.lastIndex = position;
  return COMMA.test(source) ? COMMA.lastIndex : position;
}

/** Statements for the start of the body. */
export function restOfParameters(r: Rewriter, node: FunctionNode, isSetter: boolean): string {
  const { params, type, generator } = node;
  if (!isSetter && params.at(-1)?.type !== 'RestElement') return lookedAt(boundRest(r, params, false));
  // A generator begins later than it takes its parameters apart. Nor what was transformed before.
  const hasArguments = type !== 'ArrowFunctionExpression' && !generator && !r.declared.has('arguments') && !r.again;
  const statements = params.map((param, n) => {
    const pattern = withoutDefault(param);
    if (!hasArguments || !hasRest(pattern)) return lookedAt(boundRest(r, [pattern]));
    const given = `arguments[${n}]`;
    const own = pattern === param ? '' : `if(${given}===void 0){${lookedAt(boundRest(r, [pattern]))}}`;
    return `${Hook.all}(${given},${r.site(pattern.start)});${own}${lookedAt(boundRest(r, [pattern], false))}`;
  });
  return statements.join('');
}

/** `catch ({ x, ...rest }) {` becomes `catch (t) {let { x, ...rest } = all(t);`. */
export function visitCaught(r: Rewriter, { param, body }: CatchClause): void {
  if (!param) return;
  if (param.type !== 'ObjectPattern' || !hasRest(param)) {
    visitPattern(r, param);
    r.edits.insert(body.start + 1, lookedAt(boundRest(r, [param])));
    return;
  }
  const name = r.unique();
  r.edits.insert(param.start, `${name}){let `);
  visitPattern(r, param);
  r.edits.insert(param.end, `=${givenValue(r, param, name, true)};${lookedAt(boundRest(r, [param], false))}`);
  r.edits.insert(closing(r.source, param.end), '', 1);
  r.edits.insert(body.start, '', 1);
}

const CLOSING = /(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n\r\u2028\u2029]*)*\)/y;

/** Where the parenthesis is behind a pattern. */
function closing(source: string, position: number): number {
  CLOSING.lastIndex = position;
  CLOSING.test(source);
  return CLOSING.lastIndex - 1;
}

/** Walks a loop over values that are taken apart. What an asynchronous one gives is not at hand. */
export function visitForOf(r: Rewriter, { left, right, body, await: isAsync }: ForOfStatement): void {
  visitLoopTarget(r, left);
  const target: AnyNode = left.type === 'VariableDeclaration' ? left.declarations[0]!.id : left;
  const isSeen = !isAsync && hasRest(target) && !r.isOurs(right);
  if (isSeen) r.edits.insert(right.start, `${Hook.each}(`);
  visitIterated(r, right);
  if (isSeen) r.edits.insert(right.end, `,${r.site(target.start)})`);
  const looked = lookedAt(boundRest(r, [target], !isSeen));
  const isBlock = body.type === 'BlockStatement';
  if (looked !== '') r.edits.insert(isBlock ? body.start + 1 : body.start, isBlock ? looked : `{${looked}`);
  r.visit(body);
  if (looked !== '' && !isBlock) r.edits.insert(body.end, '}');
}
