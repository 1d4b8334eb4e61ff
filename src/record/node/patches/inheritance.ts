// What makes an object inherit from another by a call. The transform tells of `{ __proto__: x }` and `F.prototype = x`.

import { telling } from '../core/heirs.ts';
import { HOOKS } from '../core/hooks.ts';
import type { Realm } from '../core/realm.ts';
import { replace, replaceAccessor } from '../core/replace.ts';
import { giveHooks } from '../core/scope.ts';

export function installInheritance(realm: Realm): void {
  const { create, setPrototypeOf } = realm.Object;
  replace(realm.Object, 'create', (prototype: object | null, properties: PropertyDescriptorMap) => {
    telling(prototype);
    return create(prototype, properties) as unknown;
  });
  replace(realm.Object, 'setPrototypeOf', (object: object, prototype: object | null) => {
    telling(prototype);
    return setPrototypeOf(object, prototype) as unknown;
  });
  const { setPrototypeOf: trySetPrototypeOf } = realm.Reflect;
  replace(realm.Reflect, 'setPrototypeOf', (object: object, prototype: object | null) => {
    telling(prototype);
    return trySetPrototypeOf(object, prototype);
  });
  replaceAccessor(realm.Object.prototype, '__proto__', 'set', (native) => ({
    set(this: unknown, prototype: unknown): void {
      if (prototype === HOOKS) {
        giveHooks(this);
        return;
      }
      telling(prototype);
      Reflect.apply(native, this, [prototype]);
    },
  }));
}
