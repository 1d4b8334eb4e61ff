import { expect, test } from 'vitest';
import { spokenAllocation } from '../../src/symbols/allocation-text.ts';

/** What is said of a line: the kind of type, its text and the form. */
const said = (by: string, line: string, following = ''): string | undefined => {
  const spoken = spokenAllocation(line, following, by);
  return spoken && `${spoken.type.kind} ${spoken.type.text} ${spoken.form}`;
};

test.each([
  ['malloc', 'struct item *it = malloc(sizeof(struct item));', 'type struct item many'],
  ['malloc', 'it = malloc(sizeof *it);', 'target it many'],
  ['malloc', 'it = malloc(sizeof(*q->head));', 'target q->head many'],
  ['malloc', 'it = malloc(sizeof(q->items[0]) * n);', 'target q->items many'],
  ['malloc', 'p = (struct node *)malloc(n * sizeof(struct node));', 'type struct node many'],
  ['malloc', 'struct head *h = malloc(sizeof(struct head) + length);', 'type struct head headed'],
  ['malloc', 'struct head *h = malloc(sizeof *h + length + 1);', 'target h headed'],
  ['malloc', 'struct node *n = malloc(bytes);', 'type struct node one'],
  ['malloc', 'q->head = malloc(bytes);', 'target q->head one'],
  ['malloc', 'auto n = static_cast<pool::node *>(malloc(bytes));', 'type pool::node one'],
  ['malloc', 'n = (node *) malloc(bytes); // malloc of a node', 'type node one'],
  ['calloc', 'struct slot **all = calloc(count, sizeof(struct slot *));', 'type struct slot * many'],
  ['calloc', 'all = calloc(count, sizeof *all);', 'target all many'],
  ['realloc', 'v->data = realloc(v->data, v->size * sizeof(*v->data));', 'target v->data many'],
  ['posix_memalign', 'if (posix_memalign((void **)&p, 64, n * sizeof *p)) return;', 'target p many'],
  ['mmap', 'struct a *p = mmap(0, n * sizeof(struct a), 3, 34, -1, 0);', 'type struct a many'],
  ['mmap', 'table = mmap(0, bytes, 3, 34, -1, 0);', 'target table one'],
  ['new', 'auto q = new pool::Queue(8);', 'type pool::Queue one'],
  ['new', 'items = new Item[n];', 'type Item many'],
  ['new', 'p = new (std::nothrow) Item;', 'type Item one'],
  ['new', 'p = new Box<std::pair<int, int>>{1};', 'type Box<std::pair<int, int>> one'],
  ['new', 'return unique_ptr<_Tp>(new _Tp(std::forward<_Args>(__args)...));', 'type _Tp one'],
] as const)('%s: %s', (by, line, wanted) => {
  expect(said(by, line)).toBe(wanted);
});

test('a call may go on in the next line', () => {
  expect(said('malloc', 'it = malloc(count *', 'sizeof(struct item));')).toBe('type struct item many');
});

test.each([
  ['malloc', 'return xmalloc(bytes);'],
  ['malloc', 'a = malloc(sizeof(struct a)), b = malloc(sizeof(struct b));'],
  ['malloc', 'p = malloc(sizeof(struct a) + sizeof(struct b));'],
  ['malloc', 'p = malloc(sizeof(struct a) << shift);'],
  ['malloc', 'p = malloc(is_large ? sizeof(struct a) : 8);'],
  ['malloc', 'p = malloc(sizeof(struct a) - 4);'],
  ['malloc', '#define make() malloc(sizeof(struct a))'],
  ['malloc', 'log("malloc(sizeof(struct a))");'],
  ['malloc', 'use(malloc(bytes));'],
  ['calloc', 'p = malloc(sizeof(struct a));'],
  ['new', 'new (place) Item;'],
  ['new', 'p = new auto(x);'],
  ['mmap', 'use(mmap(0, bytes, 3, 34, -1, 0));'],
  ['mmap', 'use(mmap(0, bytes, 3, 34, -1, sizeof(struct a)));'],
  ['posix_memalign', 'posix_memalign((void **)&p, 64, 64);'],
  ['malloc', `${'x'.repeat(3000)} malloc(sizeof(struct a))`],
] as const)('%s: nothing is said by %s', (by, line) => {
  expect(said(by, line)).toBeUndefined();
});
