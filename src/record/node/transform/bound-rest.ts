// Rests of object patterns, and what they have bound: names that the program can read when the pattern is done.

import type { AnyNode } from 'acorn';
import { Hook } from '../core/hooks.ts';
import type { Rewriter } from './rewriter.ts';

/** Whether it copies what is left of the value that is taken apart. */
export function hasRest(pattern: AnyNode): boolean {
  return pattern.type === 'ObjectPattern' && pattern.properties.at(-1)?.type === 'RestElement';
}

/** The names that the rests in patterns have bound, with commas; `own`: also those of the patterns themselves. Targets that are no names are called `void 0`:
 * to read them again might be seen. */
export function boundRest(r: Rewriter, patterns: readonly AnyNode[], own = true): string {
  return patterns.flatMap((pattern) => restNames(r, pattern, own)).join();
}

/** A statement that looks at them. */
export function lookedAt(names: string): string {
  return names === '' ? '' : `${Hook.rest}(0,${names});`;
}

function restNames(r: Rewriter, node: AnyNode, own = true): string[] {
  switch (node.type) {
    case 'VariableDeclaration':
      return node.declarations.flatMap(({ id }) => restNames(r, id, own));
    case 'ParenthesizedExpression':
      return restNames(r, node.expression, own);
    case 'AssignmentPattern':
      return restNames(r, node.left, own);
    case 'RestElement':
      return restNames(r, node.argument);
    case 'ArrayPattern':
      return node.elements.flatMap((element) => (element === null ? [] : restNames(r, element)));
    case 'ObjectPattern':
      return node.properties.flatMap((property) => {
        if (property.type === 'Property') return r.isOurs(property.key) ? [] : restNames(r, property.value);
        if (!own) return [];
        const { argument } = property;
        return argument.type === 'Identifier' && !r.isWithin ? [argument.name] : ['void 0'];
      });
    default:
      return [];
  }
}
