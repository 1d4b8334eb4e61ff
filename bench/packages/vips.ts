// What libvips does without its locks, in the two packages that have it.

import type { Code, Judgement } from './package.ts';

/** Places of libvips: `vips_threadpool_run` and what its threads do, the reports of progress, and where a region is filled. */
export interface Vips {
  readonly pool: Code;
  readonly processed?: Code;
  readonly region?: Code;
}

export function vips({ pool, processed, region }: Vips): Judgement[] {
  const judged: Judgement[] = [
    {
      kind: 'benign',
      places: [pool, pool],
      why: 'A pool of libvips says that it stops by a volatile flag: a thread that sees it late does one more piece of work, and ends by the semaphores',
    },
  ];
  if (processed !== undefined)
    judged.push({
      kind: 'benign',
      places: [processed, processed],
      why: 'The number of pixels done is added to under a lock and read without one, for reports of progress only',
    });
  if (region !== undefined)
    judged.push({
      kind: 'benign',
      places: [region, region],
      why: '`vips_region_prepare_to` says of the region which all threads fill that it is valid: all of them write the same',
    });
  return judged;
}
