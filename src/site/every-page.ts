// What runs on every page of the site: the search box, and the list of pages on a narrow screen.

import { type Entry, search, wordsOf } from './search.ts';

const box = document.getElementById('search') as HTMLInputElement;
const results = document.getElementById('results')!;
const root = document.documentElement.dataset['root'] ?? '';

/** The index is a script that sets this, loaded when somebody begins to type: no connection is allowed. */
declare global {
  var foretraceIndex: readonly Entry[] | undefined;
}

let index: Promise<readonly Entry[]> | undefined;

function loadedIndex(): Promise<readonly Entry[]> {
  index ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${root}search-index.js`;
    script.onload = () => resolve(globalThis.foretraceIndex ?? []);
    script.onerror = () => reject(new Error('the index of the search is missing'));
    document.head.append(script);
  });
  return index;
}

async function show(): Promise<void> {
  const query = box.value;
  if (wordsOf(query).length === 0) {
    results.hidden = true;
    results.replaceChildren();
    return;
  }
  const entries = await loadedIndex().catch(() => []);
  // Somebody has typed on meanwhile.
  if (box.value !== query) return;
  const hits = search(entries, query);
  const list = document.createElement('ol');
  for (const { entry, excerpt } of hits) {
    const link = document.createElement('a');
    link.href = `${root}${entry.page}${entry.anchor === '' ? '' : `#${entry.anchor}`}`;
    const head = document.createElement('strong');
    head.textContent = entry.anchor === '' ? entry.title : `${entry.title} › ${entry.heading}`;
    const text = document.createElement('span');
    text.append(...marked(excerpt, wordsOf(query)));
    link.append(head, text);
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  const none = document.createElement('p');
  none.textContent = 'Nothing has all of these words.';
  results.replaceChildren(hits.length === 0 ? none : list);
  results.hidden = false;
}

/** The excerpt with the words in it marked. */
function marked(text: string, words: readonly string[]): Node[] {
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'gi');
  return text.split(pattern).map((part, i) => {
    if (i % 2 === 0) return document.createTextNode(part);
    const mark = document.createElement('mark');
    mark.textContent = part;
    return mark;
  });
}

function move(by: number): void {
  const links = [...results.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = at + by;
  if (next < 0) box.focus();
  else links[Math.min(next, links.length - 1)]?.focus();
}

box.addEventListener('input', show);
box.addEventListener('focus', show);
box.form!.addEventListener('submit', (event) => {
  event.preventDefault();
  results.querySelector('a')?.click();
});
box.form!.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  } else if (event.key === 'Escape') {
    results.hidden = true;
    box.focus();
  }
});
document.addEventListener('keydown', (event) => {
  const isTyping = (event.target as Element).closest('input, textarea, select, [contenteditable]') !== null;
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  box.focus();
});
document.addEventListener('click', ({ target }) => {
  if (!box.form!.contains(target as Node)) results.hidden = true;
});

// On a narrow screen the list of pages would be all that one sees.
const pages = document.querySelector<HTMLDetailsElement>('.pages > details');
if (pages !== null && matchMedia('(max-width: 900px)').matches) pages.open = false;
