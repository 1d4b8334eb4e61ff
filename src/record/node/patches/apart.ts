// Functions that read all elements of a view that they are given, in a program whose text takes them apart (transform/apart.ts): otherwise the argument has a
// hook, and V8 calls them as it does without us.

import { inEveryRealm, type Realm } from '../core/realm.ts';
import { replace } from '../core/replace.ts';
import { foresee, past } from '../core/steered.ts';
import { after, touchView } from './effects.ts';

const { apply } = Reflect;

type Native = (this: unknown, ...args: unknown[]) => unknown;

const patched = new Set<string>();

/** `Reflect`, `Object` or `Function`. */
export function useApart(owner: string): void {
  if (patched.has(owner)) return;
  patched.add(owner);
  inEveryRealm((realm) => {
    if (owner === 'Reflect') installLists(realm);
    else if (owner === 'Object') installReading(realm);
    else listIs(realm.Function.prototype, 'apply', 1);
  });
}

function installLists({ Reflect: owner }: Realm): void {
  listIs(owner, 'apply', 2);
  listIs(owner, 'construct', 1);
}

/** The list is read before anything else is done. */
function listIs(owner: object, name: string, at: number): void {
  const native = Object.getOwnPropertyDescriptor(owner, name)!.value as Native;
  replace(
    owner,
    name,
    {
      recorded(this: unknown, ...args: unknown[]) {
        const record = (): void => touchView('read', args[at]);
        foresee(record);
        past(record);
        return apply(native, this, args);
      },
    }.recorded,
  );
}

function installReading({ Object: owner }: Realm): void {
  for (const name of ['values', 'entries']) after(owner, name, ([view]) => touchView('read', view));
  after(owner, 'assign', ([, ...sources]) => {
    for (const source of sources) touchView('read', source);
  });
}
