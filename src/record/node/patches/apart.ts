// Functions that read all elements of a view that they are given, in a program whose text takes them apart (transform/apart.ts): otherwise the argument has a
// hook, and V8 calls them as it does without us.

import { recordCopy } from '../core/copies.ts';
import { inEveryRealm, type Realm } from '../core/realm.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';
import { foresee, past } from '../core/steered.ts';
import { after, before, touchView } from './effects.ts';

const { apply } = Reflect;

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
  const { construct } = owner;
  replace(
    owner,
    'construct',
    {
      recorded(...args: Parameters<typeof construct>) {
        const made = apply(construct, owner, args) as object;
        const record = (): void => recordCopy(made, args[0], Array.isArray(args[1]) ? args[1][0] : undefined, siteOfProgram());
        foresee(record);
        past(record);
        return made;
      },
    }.recorded,
  );
}

/** The list is read before anything else is done. */
function listIs(owner: object, name: string, at: number): void {
  before(owner, name, (args) => touchView('read', args[at]));
}

function installReading({ Object: owner }: Realm): void {
  for (const name of ['values', 'entries']) after(owner, name, ([view]) => touchView('read', view));
  after(owner, 'assign', ([, ...sources]) => {
    for (const source of sources) touchView('read', source);
  });
}
