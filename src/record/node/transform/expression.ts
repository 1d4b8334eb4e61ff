// What can be said of an expression without running it. All answers err on the side of hooking more.

import type { AnyNode, AssignmentProperty, Identifier, MemberExpression, Property } from 'acorn';

export function unwrapped(node: AnyNode): AnyNode {
  let inner = node;
  while (inner.type === 'ParenthesizedExpression') inner = inner.expression;
  return inner;
}

/** The value is a primitive or a fresh object that is no typed array. */
export function neverView(expression: AnyNode, declared: ReadonlySet<string>): boolean {
  const node = unwrapped(expression);
  switch (node.type) {
    case 'Literal':
    case 'TemplateLiteral':
    case 'ArrayExpression':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ClassExpression':
    case 'BinaryExpression':
    case 'UnaryExpression':
    case 'UpdateExpression':
    case 'Super':
      return true;
    case 'ObjectExpression':
      // It may inherit from one.
      return !node.properties.some((property) => property.type === 'Property' && isPrototype(property));
    case 'Identifier':
      return node.name === 'arguments' && !declared.has('arguments');
    default:
      return false;
  }
}

/** `{ __proto__: x }`. */
export function isPrototype({ key, computed, shorthand, method }: Property | AssignmentProperty): boolean {
  return (
    !computed &&
    !shorthand &&
    !method &&
    (key.type === 'Identifier' ? key.name : key.type === 'Literal' && key.value) === '__proto__'
  );
}

function hasOther(text: string): boolean {
  return /[^0-9]/.test(text);
}

/** A string that is part of the key and has more than digits. */
function neverDigits(node: AnyNode): boolean {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' && hasOther(node.value);
    case 'TemplateLiteral':
      return node.quasis.some((quasi) => hasOther(quasi.value.raw));
    case 'BinaryExpression':
      return node.operator === '+' && (neverDigits(node.left) || neverDigits(node.right));
    case 'ParenthesizedExpression':
      return neverDigits(node.expression);
    default:
      return false;
  }
}

/** The key cannot be an element's index: `a['x']`, `a['on' + name]`, `a[Symbol.iterator]`, `a[-1]`. */
export function neverIndex(key: AnyNode): boolean {
  const node = unwrapped(key);
  switch (node.type) {
    case 'Literal':
      if (typeof node.value === 'string') return node.value === '' || hasOther(node.value);
      return typeof node.value !== 'number' && typeof node.value !== 'bigint';
    case 'MemberExpression':
      return !node.computed && node.object.type === 'Identifier' && node.object.name === 'Symbol';
    case 'UnaryExpression':
      return (
        node.operator === 'typeof' || (node.operator === '-' && node.argument.type === 'Literal' && node.argument.value !== 0)
      );
    default:
      return neverDigits(node);
  }
}

/** Reading it again has no effect and gives the same value as long as nothing assigns to it: `this` or a variable of the file. */
export function plainName(expression: AnyNode, declared: ReadonlySet<string>): string | undefined {
  const node = unwrapped(expression);
  if (node.type === 'ThisExpression') return 'this';
  return node.type === 'Identifier' && declared.has(node.name) ? node.name : undefined;
}

/** The value may be computed a little later without anybody seeing it. */
export function evaluatesLate(expression: AnyNode, declared: ReadonlySet<string>): boolean {
  const node = unwrapped(expression);
  if (node.type === 'Literal' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression') return true;
  return plainName(node, declared) !== undefined;
}

/** An assignment of it to a variable would name it after the variable. */
export function isAnonymousClass(expression: AnyNode): boolean {
  const node = unwrapped(expression);
  return node.type === 'ClassExpression' && !node.id;
}

export function isMember(node: AnyNode): node is MemberExpression {
  return node.type === 'MemberExpression';
}

/** Evaluating it calls nothing (getters and conversions aside) and assigns to none of the names: what they hold before, they hold
 * after. If a getter does assign, an access is recorded wrongly; the program is not touched. */
export function calm(node: AnyNode, names: readonly (string | undefined)[]): boolean {
  const all = (nodes: readonly (AnyNode | null)[]): boolean => nodes.every((child) => child === null || calm(child, names));
  const target = (left: AnyNode): boolean => {
    const inner = unwrapped(left);
    return inner.type === 'Identifier' ? !names.includes(inner.name) : isMember(inner) && calm(inner, names);
  };
  switch (node.type) {
    case 'Identifier':
    case 'Literal':
    case 'ThisExpression':
    case 'Super':
    case 'MetaProperty':
    case 'PrivateIdentifier':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return true;
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return calm(node.expression, names);
    case 'MemberExpression':
      return calm(node.object, names) && (!node.computed || calm(node.property, names));
    case 'UnaryExpression':
      return calm(node.argument, names);
    case 'BinaryExpression':
    case 'LogicalExpression':
      return calm(node.left, names) && calm(node.right, names);
    case 'ConditionalExpression':
      return calm(node.test, names) && calm(node.consequent, names) && calm(node.alternate, names);
    case 'SequenceExpression':
    case 'TemplateLiteral':
      return all(node.expressions);
    case 'ArrayExpression':
      return all(node.elements);
    case 'UpdateExpression':
      return target(node.argument);
    case 'AssignmentExpression':
      return target(node.left) && calm(node.right, names);
    default:
      return false;
  }
}

export function isIdentifier(node: AnyNode, name: string): node is Identifier {
  return node.type === 'Identifier' && node.name === name;
}
