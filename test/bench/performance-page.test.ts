// docs/performance.md: sections that are measured by themselves take their places.

import { expect, it } from 'vitest';
import { performancePage, withSections } from '../../bench/performance-page.ts';
import type { Suite } from '../../bench/suite.ts';

const suites: Suite[] = ['first', 'second', 'third'].map((id) => ({ id, says: `what ${id} costs`, run: async () => [] }));
const machine = { cpu: 'a processor', cores: 2, memory: 2 ** 30, node: 'v20.0.0', load: 1.25 };
const result = (id: string, seconds: number) => ({
  id,
  tables: [{ title: `Of ${id}`, columns: ['load', 's'], rows: [['x', seconds]], notes: [] }],
});

it('keeps the other sections, and the order of the list', () => {
  const page = performancePage(suites, [result('first', 1), result('third', 3)], machine, 'small');
  const more = withSections(page, suites, [result('second', 2)], { load: 7 });
  expect(more.replace(/## second\n[\s\S]*?(?=## third)/, '')).toBe(page);
  expect(more.match(/^## .*/gm)).toEqual(['## first', '## second', '## third']);
  expect(more).toContain('| x | 2 |\n\nMeasured by itself, with a load of 7.0 at the start.\n\n## third');
  const again = withSections(more, suites, [result('second', 4)], { load: 8 });
  expect(again).toBe(more.replace('| x | 2 |', '| x | 4 |').replace('load of 7.0', 'load of 8.0'));
});
