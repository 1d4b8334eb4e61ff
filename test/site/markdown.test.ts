// Documents as pages of the site.

import { expect, test } from 'vitest';
import { pageOf, targetOf } from '../../scripts/site/documents.ts';
import { rendered, slug } from '../../scripts/site/markdown.ts';

const same = (href: string) => href;

test('headings have the ids that they have on GitHub', () => {
  expect(slug('native: `.ftrace`, version 1'.replaceAll('`', ''))).toBe('native-ftrace-version-1');
  expect(slug('Races of the C++ library itself')).toBe('races-of-the-c-library-itself');
  const { headings } = rendered('# A\n\n## B *c*\n\n## B c\n', same);
  expect(headings.map(({ id }) => id)).toEqual(['a', 'b-c', 'b-c-1']);
});

test('what is code is no markup, and comments are gone', () => {
  const { body } = rendered('# A\n\n<!-- not run: why -->\n```sh\necho "<b>" & x\n```\n\n`<i>`\n', same);
  expect(body).toContain('echo "&lt;b&gt;" &amp; x');
  expect(body).toContain('<code>&lt;i&gt;</code>');
  expect(body).not.toContain('not run');
});

test('the search gets the text between headings', () => {
  const { sections } = rendered('# A\n\nFirst *words*.\n\n## B\n\n- item `code`\n\n| x |\n|---|\n| cell |\n| 12 |\n', same);
  expect(sections.map(({ text }) => text)).toEqual(['First words.', 'item code x cell']);
});

test('links lead to pages, to copies of files, or nowhere', () => {
  const known = new Set(['README.md', 'docs/a.md', 'docs/commands/run.md']);
  const from = { source: 'docs/commands/run.md', page: 'commands/run.html' };
  const root = process.cwd();
  const target = (href: string) => targetOf(href, from, known, root);
  expect(target('../a.md#b')).toEqual({ href: '../a.html#b' });
  expect(target('../../README.md')).toEqual({ href: '../index.html' });
  expect(target('#b')).toEqual({ href: '#b' });
  expect(target('https://example.org/x')).toEqual({ href: 'https://example.org/x' });
  expect(target('../../LICENSE')).toEqual({ href: '../files/LICENSE', copied: 'LICENSE' });
  expect(target('../nobody.md')).toBeUndefined();
  expect(pageOf('docs/commands/run.md')).toBe('commands/run.html');
});
