// Many runs in one store: none is lost, none counts twice, and questions are answered.

import { expect, test } from 'vitest';
import { checkLoad, fillStore, type Load } from '../../bench/fleet-load.ts';
import { storedFindings } from '../../fleet/src/store/findings.ts';
import { newStore, openStore, type StoreKind } from '../fleet/stores.ts';

// All of it, a thousand runs and a million occurrences, is measured by `npm run bench -- fleet --full`.
const loads: readonly [StoreKind, Load][] = [
  ['embedded', { runs: 10, findings: 500, each: 100 }],
  ['postgres', { runs: 30, findings: 2000, each: 200 }],
];

test.for(loads)('%s', async ([kind, load], context) => {
  const fleet = await openStore(await newStore(kind, context));
  await fillStore(fleet, load);
  await checkLoad(fleet, load);
  expect(await storedFindings({ project: 'load' }, fleet.database)).toHaveLength(load.findings);
});
