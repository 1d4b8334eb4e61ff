// Elements of views that are read and written by name: Reflect and the functions of Object that look at single properties.

import { accessElement } from '../core/access.ts';
import { telling, viewBehind } from '../core/heirs.ts';
import { natives } from '../core/natives.ts';
import type { Realm } from '../core/realm.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';
import { foresee, past } from '../core/steered.ts';
import { sharedPlace } from '../core/views.ts';
import { touchView } from './effects.ts';

const { get: nativeGet } = Reflect;

export function touchElement(kind: 'read' | 'write', view: object, name: unknown): void {
  if (sharedPlace(view) !== undefined) accessElement(kind, view, name, siteOfProgram());
}

/** Gets a property of a view, and records that. */
export function recordedGet(view: object, name: PropertyKey, ...receiver: [unknown?]): unknown {
  const record = (): void => touchElement('read', view, name);
  foresee(record);
  // A receiver that is undefined is not the same as none.
  const value: unknown = nativeGet(view, name, ...receiver);
  past(record);
  return value;
}

export function installReflection(realm: Realm): void {
  const { get, set } = realm.Reflect;
  replace(realm.Reflect, 'get', (target: object, name: PropertyKey, ...receiver: [unknown?]) => {
    if (natives.isView(target)) return recordedGet(target, name, ...receiver);
    const view = viewBehind(target, name);
    if (view !== undefined) touchElement('read', view, name);
    return get(target, name, ...receiver) as unknown;
  });
  replace(realm.Reflect, 'set', (target: object, name: PropertyKey, value: unknown, ...receiver: [unknown?]) => {
    // What is written is the receiver's, whoever has the property.
    const owner = receiver.length > 0 ? receiver[0] : target;
    if (name === 'prototype') telling(value);
    if (!natives.isView(owner)) return set(target, name, value, ...receiver);
    const record = (): void => touchElement('write', owner, name);
    foresee(record);
    const isDone = set(target, name, value, ...receiver);
    if (isDone) past(record);
    return isDone;
  });
  for (const owner of [realm.Reflect, realm.Object]) installDescriptors(owner, owner === realm.Object);
  installAssign(realm.Object);
}

/** What the program has called that asks a proxy for the descriptor of a property, or gives it one. */
type Asking = 'none' | 'describe' | 'define' | 'define or throw';
let asking: Asking = 'none';

/** Whether there is a proxy that wants to know: it takes time to say it. */
let isHeard = false;

export function hearAsking(): void {
  isHeard = true;
}

export function askedFor(): Asking {
  return asking;
}

/** What objects will inherit from, if the property has it itself. */
function tellingOf(object: unknown, name: string): void {
  if ((typeof object === 'object' && object !== null) || typeof object === 'function')
    telling(natives.getOwnPropertyDescriptor(object, name)?.value);
}

/** The wrappers are small: V8 takes them into their callers. */
function installDescriptors(owner: typeof Reflect | ObjectConstructor, throws: boolean): void {
  const { defineProperty, getOwnPropertyDescriptor } = owner as ObjectConstructor;
  const what = throws ? 'define or throw' : 'define';
  replace(owner, 'defineProperty', (target: object, name: PropertyKey, attributes: PropertyDescriptor) => {
    if (name === 'prototype') tellingOf(attributes, 'value');
    if (natives.isView(target)) return definedElement(defineProperty, target, name, attributes);
    return isHeard
      ? asked(what, () => defineProperty(target, name, attributes) as unknown)
      : defineProperty(target, name, attributes);
  });
  replace(owner, 'getOwnPropertyDescriptor', (target: object, name: PropertyKey) => {
    if (natives.isView(target)) return describedElement(getOwnPropertyDescriptor, target, name);
    return isHeard ? asked('describe', () => getOwnPropertyDescriptor(target, name)) : getOwnPropertyDescriptor(target, name);
  });
}

function asked<T>(what: Asking, act: () => T): T {
  const before = asking;
  asking = what;
  try {
    return act();
  } finally {
    asking = before;
  }
}

function definedElement(
  define: (target: object, name: PropertyKey, attributes: PropertyDescriptor) => unknown,
  view: object,
  name: PropertyKey,
  attributes: PropertyDescriptor,
): unknown {
  const record = (): void => {
    if ('value' in attributes) touchElement('write', view, name);
  };
  foresee(record);
  const result = define(view, name, attributes);
  if (result !== false) past(record);
  return result;
}

function describedElement(
  describe: (target: object, name: PropertyKey) => PropertyDescriptor | undefined,
  view: object,
  name: PropertyKey,
): PropertyDescriptor | undefined {
  const record = (): void => touchElement('read', view, name);
  foresee(record);
  const descriptor = describe(view, name);
  past(record);
  return descriptor;
}

function installAssign(owner: ObjectConstructor): void {
  const { assign, getOwnPropertyDescriptors, keys } = owner;
  replace(owner, 'getOwnPropertyDescriptors', (target: object) => {
    foresee(() => touchView('read', target));
    const before = asking;
    asking = 'describe';
    try {
      const descriptors = getOwnPropertyDescriptors(target);
      past(() => touchView('read', target));
      return descriptors;
    } finally {
      asking = before;
    }
  });
  replace(owner, 'assign', (target: object, ...sources: unknown[]) => {
    const result: unknown = assign(target, ...sources);
    if (typeof target === 'function') tellingOf(target, 'prototype');
    if (sharedPlace(target) === undefined) return result;
    past(() => {
      for (const source of sources)
        if (typeof source === 'object' && source !== null) for (const name of keys(source)) touchElement('write', target, name);
    });
    return result;
  });
}
