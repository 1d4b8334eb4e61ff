// The built-in objects of a realm that make, read or write shared memory.

import { addApply } from '../core/access.ts';
import { addCopying } from '../core/copies.ts';
import { meetRealm, type Realm } from '../core/realm.ts';
import { installDataView } from './accessors.ts';
import { installAtomics } from './atomics.ts';
import { installFrom, installSlice } from './copies.ts';
import { installInheritance } from './inheritance.ts';
import { installBuffers } from './memory.ts';
import { installProxies } from './proxies.ts';
import { installReflection } from './reflection.ts';
import { installJson } from './showing.ts';
import { installTypedArrays } from './typed-arrays.ts';
import { installWaits } from './waits.ts';

export function installBuiltIns(realm: Realm): void {
  meetRealm(realm);
  addCopying(realm);
  addApply(realm.Function.prototype.apply);
  installAtomics(realm);
  installWaits(realm);
  installSlice(realm);
  installBuffers(realm);
  installTypedArrays(realm);
  installDataView(realm);
  installFrom(realm);
  installJson(realm);
  installReflection(realm);
  installInheritance(realm);
  installProxies(realm);
}
