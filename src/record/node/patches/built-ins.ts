// The built-in objects of a realm that make, read or write shared memory.

import { installPatterns } from '../core/access.ts';
import type { Realm } from '../core/realm.ts';
import { installDataView } from './accessors.ts';
import { installAtomics } from './atomics.ts';
import { installFrom, installSlice } from './copies.ts';
import { installBuffers } from './memory.ts';
import { installReflection } from './reflection.ts';
import { installJson } from './showing.ts';
import { installTypedArrays } from './typed-arrays.ts';
import { installWaits } from './waits.ts';

export function installBuiltIns(realm: Realm): void {
  installAtomics(realm);
  installWaits(realm);
  installSlice(realm);
  installBuffers(realm);
  installTypedArrays(realm);
  installPatterns(realm);
  installDataView(realm);
  installFrom(realm);
  installJson(realm);
  installReflection(realm);
}
