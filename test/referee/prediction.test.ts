// The referees of prediction themselves, held to the published figures: whatever they decide elsewhere is decided by these definitions.

import { describe, expect, it } from 'vitest';
import { predictablePairs } from './correct-reorderings.ts';
import { litmusTraces } from './litmus.ts';
import { syncPreservingPairs } from './sync-preserving.ts';
import { wcpPairs } from './wcp.ts';

describe.each(litmusTraces())('$name', ({ trace, expected }) => {
  it('has the WCP races that brute force found', () => {
    expect(wcpPairs(trace)).toEqual(expected.wcp);
  });
  it('has the sync-preserving races that brute force found', () => {
    expect(syncPreservingPairs(trace)).toEqual(expected['sync-preserving']);
  });
  it.runIf(expected.predictable !== null)('has the predictable races that brute force found', () => {
    expect(predictablePairs(trace)).toEqual(expected.predictable);
  });
});
