// What the code calls the memory that it makes and uses: the variable or property that a new object is kept in, and the one that a view is
// reached by. Only what is written there counts; a value that goes through a call has no name.

import type { AnyNode } from 'acorn';
import { SHARING_CONSTRUCTORS } from '../core/hooks.ts';
import { isIdentifier, isMember, unwrapped } from './expression.ts';
import type { Rewriter } from './rewriter.ts';

/** Where the name of a variable or of a property is: the last part of `a.b.name`; undefined for other expressions. */
export function nameStart(expression: AnyNode): number | undefined {
  const node = unwrapped(expression);
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return node.start;
  if (node.type === 'ChainExpression') return nameStart(node.expression);
  return isMember(node) && !node.computed ? nameStart(node.property) : undefined;
}

/** What is made in the value of something is called as that is. */
export function nameMade(r: Rewriter, target: AnyNode, value: AnyNode | null | undefined): void {
  const name = nameStart(target);
  if (name !== undefined && value) nameValue(r, value, name);
}

function nameValue(r: Rewriter, value: AnyNode, name: number): void {
  const node = unwrapped(value);
  switch (node.type) {
    case 'ConditionalExpression':
      nameValue(r, node.consequent, name);
      nameValue(r, node.alternate, name);
      break;
    case 'LogicalExpression':
      nameValue(r, node.left, name);
      nameValue(r, node.right, name);
      break;
    case 'NewExpression':
    case 'CallExpression': {
      if (node.type === 'CallExpression' && !isBufferFrom(node)) break;
      r.names.set(node, name);
      // A buffer that nothing but its view holds.
      const [first] = node.arguments;
      if (first !== undefined && isSharing(r, node)) nameValue(r, first, name);
      break;
    }
    default:
      break;
  }
}

/** Whether it makes a view over the memory of its first argument, if that is a buffer: `new Int32Array(x)`, `Buffer.from(x)`. */
export function isSharing(r: Rewriter, node: AnyNode): boolean {
  if (node.type !== 'NewExpression') return isBufferFrom(node);
  const { callee } = node;
  return callee.type === 'Identifier' && SHARING_CONSTRUCTORS.has(callee.name) && !r.shadows(callee.name);
}

function isBufferFrom(node: AnyNode): boolean {
  if (node.type !== 'CallExpression' || !isMember(node.callee) || node.callee.computed) return false;
  return isIdentifier(node.callee.object, 'Buffer') && isIdentifier(node.callee.property, 'from');
}
