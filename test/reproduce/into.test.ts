// A part that is measured by itself, in a page that is there.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { putInto } from '../../bench/reproduce/into.ts';

const before = `# Page

words

| document | what it says | what came out here | verdict |
| :-- | :-- | :-- | :-- |
| First | It is fast. | Twice as fast. | [Agrees](#headline-one) |

| part | claims that agree | that agree once mended | that differ |
| :-- | --: | --: | --: |
| [First](#first) | 1 | 0 | 0 |
| [Last](#last) |  |  |  |

## How

measured

## First

- <a id="headline-one"></a><!-- It is fast. | Twice as fast. -->**Agrees.** A. B.

### Below

| a | b |

## Last

end
`;

const titles = ['First', 'Second one', 'Last'];

describe('a part put into a page', () => {
  test('comes where it belongs, is counted, and says what it was measured with', () => {
    const part = { title: 'Second one', text: 'costs $& and $1\n\n- **Agrees.** C. D.\n- **Differs.** E. F.\n' };
    const after = putInto(before, [part], titles, 'Measured today.\n');
    expect(after.match(/^## .*$/gm)).toEqual(['## How', '## First', '## Second one', '## Last']);
    expect(after).toContain(
      '| [First](#first) | 1 | 0 | 0 |\n| [Second one](#second-one) | 1 | 0 | 1 |\n| [Last](#last) |  |  |  |\n\n## How',
    );
    expect(after).toContain('## Second one\n\nMeasured today.\n\ncosts $& and $1\n');
  });

  test('takes the place of an older one, and leaves all else as it was', () => {
    const part = { title: 'Last', text: 'new end\n' };
    const after = putInto(before, [part], titles, 'Note.\n');
    expect(after).toBe(before.replace('\nend\n', '\nNote.\n\nnew end\n'));
    expect(putInto(after, [part], titles, 'Note.\n')).toBe(after);
  });

  test('brings its headline to the top, in place of an older one', () => {
    const text = '- <a id="headline-one"></a><!-- It is fast. | Half as fast. -->**Differs.** A. B.\n';
    const after = putInto(before, [{ title: 'First', text }], titles, 'Note.\n');
    expect(after).toContain('| First | It is fast. | Half as fast. | [Differs](#headline-one) |');
    expect(after).not.toContain('Twice');
    expect(after.match(/^\| document /gm)).toHaveLength(1);
  });

  test('is refused by a page with parts that nobody writes', () => {
    expect(() => putInto(before, [], ['Last'], '')).toThrow('--into: the page has a part First, which no run writes');
  });

  test('nothing put into the page of the repository changes nothing', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/results.md'), 'utf8');
    const all = [...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title!).filter((title) => title !== 'How');
    expect(putInto(page, [], all, '')).toBe(page);
  });
});
