// The rest of an object pattern, `{ x, ...rest }`, copies all elements of a view. Where the value that is taken apart is an expression it has a hook
// (pattern.ts). A function has its arguments. Elsewhere (parameters of arrow functions, patterns in patterns, loops, `catch`) the value is not to be
// had, and asking it for something more would be seen by a proxy: there the copy is looked at, and noted if it may be one of a view.

import type { AnyNode, Function as FunctionNode } from 'acorn';
import { Hook } from '../core/hooks.ts';
import type { Rewriter } from './rewriter.ts';

function hasRest(pattern: AnyNode): boolean {
  return pattern.type === 'ObjectPattern' && pattern.properties.at(-1)?.type === 'RestElement';
}

/** Statements for the start of the body. */
export function restOfParameters(r: Rewriter, node: FunctionNode): string {
  const { params, type, generator } = node;
  // A generator begins later than it takes its parameters apart.
  // Nor what was transformed before.
  const hasArguments = type !== 'ArrowFunctionExpression' && !generator && !r.declared.has('arguments') && !r.again;
  const statements = params.map((param, n) => {
    const pattern: AnyNode = param.type === 'AssignmentPattern' ? param.left : param;
    if (!hasArguments || !hasRest(pattern)) return boundRest(pattern);
    return `${Hook.all}(arguments[${n}],${r.site(pattern.start)});${boundRest(pattern, false)}`;
  });
  return statements.join('');
}

/** Looks at what the rests in a pattern or a declaration have bound; `own`: also at that of the pattern itself. */
export function boundRest(pattern: AnyNode, own = true): string {
  const names = restNames(pattern.type === 'VariableDeclaration' ? pattern.declarations[0]!.id : pattern, own);
  return names.map((name) => `${Hook.rest}(${name});`).join('');
}

function restNames(node: AnyNode, own = true): string[] {
  switch (node.type) {
    case 'AssignmentPattern':
      return restNames(node.left);
    case 'RestElement':
      return node.argument.type === 'Identifier' ? [] : restNames(node.argument);
    case 'ArrayPattern':
      return node.elements.flatMap((element) => (element === null ? [] : restNames(element)));
    case 'ObjectPattern':
      return node.properties.flatMap((property) => {
        if (property.type === 'Property') return restNames(property.value);
        return own && property.argument.type === 'Identifier' ? [property.argument.name] : [];
      });
    default:
      return [];
  }
}

/** The same of the patterns in a pattern, as a further declarator. */
export function innerRest(r: Rewriter, pattern: AnyNode): string {
  const names = restNames(pattern, false);
  return names.length === 0 ? '' : `,${r.unique()}=(${names.map((name) => `${Hook.rest}(${name})`).join()})`;
}
