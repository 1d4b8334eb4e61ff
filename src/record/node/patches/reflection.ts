// Elements of views that are read and written by name: Reflect and the functions of Object that look at single properties.

import { accessElement } from '../core/access.ts';
import { natives } from '../core/natives.ts';
import type { Realm } from '../core/realm.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';
import { foresee, past } from '../core/steered.ts';
import { sharedPlace } from '../core/views.ts';
import { touchView } from './effects.ts';

function touchElement(kind: 'read' | 'write', view: object, name: unknown): void {
  if (sharedPlace(view) !== undefined) accessElement(kind, view, name, siteOfProgram());
}

export function installReflection(realm: Realm): void {
  const { get, set } = realm.Reflect;
  // A receiver that is undefined is not the same as none.
  replace(realm.Reflect, 'get', (target: object, name: PropertyKey, ...receiver: [unknown?]) => {
    const record = (): void => touchElement('read', target, name);
    if (!natives.isView(target)) return get(target, name, ...receiver) as unknown;
    foresee(record);
    const value: unknown = get(target, name, ...receiver);
    past(record);
    return value;
  });
  replace(realm.Reflect, 'set', (target: object, name: PropertyKey, value: unknown, ...receiver: [unknown?]) => {
    const record = (): void => touchElement('write', target, name);
    if (!natives.isView(target)) return set(target, name, value, ...receiver);
    foresee(record);
    const isDone = set(target, name, value, ...receiver);
    past(record);
    return isDone;
  });
  for (const owner of [realm.Reflect, realm.Object]) installDescriptors(owner);
  installAssign(realm.Object);
}

function installDescriptors(owner: typeof Reflect | ObjectConstructor): void {
  const { defineProperty, getOwnPropertyDescriptor } = owner as ObjectConstructor;
  replace(owner, 'defineProperty', (target: object, name: PropertyKey, attributes: PropertyDescriptor) => {
    const record = (): void => {
      if (natives.isView(target) && 'value' in attributes) touchElement('write', target, name);
    };
    foresee(record);
    const result = defineProperty(target, name, attributes);
    past(record);
    return result;
  });
  replace(owner, 'getOwnPropertyDescriptor', (target: object, name: PropertyKey) => {
    const record = (): void => {
      if (natives.isView(target)) touchElement('read', target, name);
    };
    foresee(record);
    const descriptor = getOwnPropertyDescriptor(target, name);
    past(record);
    return descriptor;
  });
}

function installAssign(owner: ObjectConstructor): void {
  const { assign, getOwnPropertyDescriptors, keys } = owner;
  replace(owner, 'getOwnPropertyDescriptors', (target: object) => {
    foresee(() => touchView('read', target));
    const descriptors = getOwnPropertyDescriptors(target);
    past(() => touchView('read', target));
    return descriptors;
  });
  replace(owner, 'assign', (target: object, ...sources: unknown[]) => {
    const result: unknown = assign(target, ...sources);
    if (sharedPlace(target) === undefined) return result;
    past(() => {
      for (const source of sources)
        if (typeof source === 'object' && source !== null) for (const name of keys(source)) touchElement('write', target, name);
    });
    return result;
  });
}
