// A statement is the same however it is laid out, and two statements are two.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as acorn from 'acorn';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Statements } from '../../src/symbols/statements.ts';
import { root } from '../cli/run.ts';
import { all, runs } from '../runs.ts';

/** The statement at the sign § of a text. */
function at(path: string, text: string): string {
  const before = text.slice(0, text.indexOf('§'));
  const column = before.length - before.lastIndexOf('\n');
  return new Statements(path, text.replace('§', '')).at(before.split('\n').length, column).text;
}

const c = (text: string): string => at('a.c', text);
const js = (text: string): string => at('a.mjs', text);

describe('C', () => {
  test.each([
    ['a line of its own', '  q->§size++;'],
    ['spread out', 'q\n->\n§size\n++\n;'],
    ['with comments', '/* ; */ q->§size /* { */ ++ // ;\n;'],
    ['behind another', 'x = 1; q->§size++; y = 2;'],
    ['in a body', 'for (i = 0; i < n; i++) { q->§size++; }'],
    ['without braces', 'for (i = 0; i < n; i++)\n  q->§size++;'],
    ['behind else', 'if (a) b(); else q->§size++;'],
    ['behind do', 'do q->§size++; while (x);'],
    ['behind a directive', '#define F(x) { x; \\\n ( \nq->§size++;'],
    ['behind a parenthesis of a part that is left out', '#if A\nf(1\n#else\nf(2\n#endif\n);\nq->§size++;'],
    ['behind literals', `f("{", '"', ';', "\\"", R"x(;"{)x", 1'000);\nq->§size++;`],
  ])('%s', (_, text) => expect(c(text)).toBe('q->size++'));

  test.each([
    ['the head of a loop', 'for (i = 0; §i < n; i++) x++;', 'for(i=0 i<n i++)'],
    ['a condition', 'if (§a) b++;', 'if(a)'],
    ['strings that were split', 'log("one "\n  §"two", x);', 'log("one two",x)'],
    ['the last comma of a list', 'int a[] = { 1, §2, };', 'int a[]={1,2}'],
    ['marks that must not meet', 'x + §++y;', 'x+ ++y'],
    ['and those that do', 'x++ + §y;', 'x++ +y'],
    ['an array in a statement', 'struct S s = { .a = §b, .c = { 1 } };', 'struct S s={.a=b,.c={1}}'],
    ['a brace that ends things', '{ guard g(m); x++; §}', 'x++}'],
    ['a lambda', 'run([&](int i) { §x += i; });', 'x+=i'],
    ['nothing', '// §', ''],
  ])('%s', (_, text, wanted) => expect(c(text)).toBe(wanted));

  test('the column tells the second statement of a line from the first, a line alone means the first', () => {
    const statements = new Statements('a.c', 'for (;;) x++;\n}  y++;\nf(a,\n  b); z++;\n');
    expect([statements.at(1, 2).column, statements.at(1, 11).column, statements.at(1, 0).text]).toEqual([0, 10, 'for()']);
    expect([statements.at(2, 1).column, statements.at(2, 5).column, statements.at(2, 0).text]).toEqual([1, 0, 'y++']);
    expect([statements.at(4, 3).column, statements.at(4, 8).column, statements.at(4, 0).text]).toEqual([0, 7, 'f(a,b)']);
  });
});

describe('JavaScript', () => {
  test.each([
    ['as it is', "view[0] = §compute('it\\'s', (a) => a + 1, 0.5);"],
    ['spread out', 'view[0] =\n  §compute(\n    "it\'s",\n    (a) => a + 1,\n    0.5,\n  );'],
    ['without semicolons', "one()\nview[0] = §compute('it\\'s', a => a + 1, .5)\ntwo()"],
    ['in a callback', "on('x', () => { view[0] = §compute('it\\'s', a => (a + 1), 0.50); });"],
    ['behind literals', `f(/[/"]{/g, \`;\${{ a: \`}\` }}{\`, a / b / c);\nview[0] = §compute("it's", (a) => a + 1, 5e-1);`],
  ])('%s', (_, text) => expect(js(text)).toBe('view[0]=compute("it\'s",a=>a+1,0.5)'));

  test.each([
    ['an object is part of its statement', 'send({ "kind": 1, §value: view[0], });', 'send({kind:1,value:view[0]})'],
    ['a pattern, too', 'const { a, b } = §shared[0];', 'const{a,b}=shared[0]'],
    ['a case', 'switch (x) { case 1: §y++; break; }', 'case 1:y++'],
    ['a chain', 'promise\n  .catch(f)\n  .finally(§g);', 'promise.catch(f).finally(g)'],
    ['a template', `\`a \${ §x } b\`;`, `\`a \${x} b\``],
    ['what must not meet', 'return §x;', 'return x'],
    ['a private name', 'this.#count = §1', 'this.#count=1'],
  ])('%s', (_, text, wanted) => expect(js(text)).toBe(wanted));

  test('what stands before the position', () => {
    const { before } = new Statements('a.ts', 'const pool = {\n  size: 4,\n  memory: new Memory(),\n};').at(3, 11);
    expect(before).toBe('const pool={size:4,memory:');
  });
});

test('lifetimes, raw strings and nested comments of Rust', () => {
  expect(at('a.rs', `fn f<'a>(x: &'a str) { g('{', r#"";"#); /* /* ; */ { */ §x.y += 1; }`)).toBe('x.y+=1');
});

test('where statements cannot be told, a line stands for its statement', () => {
  expect(at('a.go', 'a := 1\n  b = §b + 1 // more\nc = 2')).toBe('b=b+1');
  const large = `${' '.repeat((1 << 24) + 1)}\nx++; y++;\n`;
  expect(new Statements('a.c', large).at(2, 6).text).toBe('x++y++');
  for (const line of [0, -1, 9, Number.NaN]) expect(new Statements('a.c', 'x;').at(line, 1).text).toBe('');
});

test('any text has statements, and none takes long', () => {
  const nasty = ["'\\", '/[', '{', '(', '}', '`${', '/*', '"', '#', '\n', ';', 'x', '))', '//', "'", 'R"x('];
  const text = fc.array(fc.constantFrom(...nasty), { maxLength: 200 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.constantFrom('a.c', 'a.js', 'a.rs'), fc.nat(20), fc.nat(40), (source, path, line, column) => {
      const found = new Statements(path, source).at(line, column);
      expect(typeof found.text).toBe('string');
      expect(found.text.length).toBeLessThan(1100);
    }),
    runs(500),
  );
  // Quadratic time would be minutes.
  const times = all ? 1 << 18 : 1 << 16;
  for (const part of nasty) for (const path of ['a.c', 'a.js', 'a.rs']) new Statements(path, part.repeat(times)).at(1, times / 2);
});

interface Piece {
  readonly text: string;
  /** Whether something must stand between it and the one before. */
  readonly apart: boolean;
  /** Whether a new line may stand there. */
  readonly newline: boolean;
}

const PIECES = /#.*(?:\\\n.*)*|\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\])*"|'(?:\\.|[^'\\])*'|[\w.]+|\s+|\+\+|--|->|[\s\S]/g;

function piecesOfC(source: string): Piece[] {
  const pieces: Piece[] = [];
  let apart = false;
  for (const [text] of source.matchAll(PIECES))
    if (/^(?:\s|\/\/|\/\*)/.test(text)) apart = true;
    else {
      pieces.push({ text, apart, newline: true });
      apart = false;
    }
  return pieces;
}

/** Only where no semicolon would be put in. */
function piecesOfScript(source: string): Piece[] {
  const options = { ecmaVersion: 'latest', sourceType: 'module' } as const;
  const tokens = [...acorn.tokenizer(source, options)];
  return tokens.map(({ start, end, type }, i) => {
    const before = tokens[i - 1];
    const isTemplate = (type.label === 'template' && before?.end === start) || before?.type.label === 'template';
    const text = source.slice(start, end);
    const opens = /^(?:[,({[;.]|=|&&|=>)$/.test(before === undefined ? ';' : source.slice(before.start, before.end));
    const newline = !isTemplate && (opens || /^(?:[.)\]?]|&&|\|\|)$/.test(text));
    return { text, apart: before !== undefined && before.end < start, newline };
  });
}

/** The pieces, laid out anew, and where each begins. */
function laidOut(pieces: readonly Piece[], dice: () => number): { text: string; places: [line: number, column: number][] } {
  let text = '';
  let line = 1;
  let lineStart = 0;
  const places = pieces.map(({ text: piece, apart, newline }): [number, number] => {
    const isDirective = piece.startsWith('#') && piece.length > 1 && newline;
    if (isDirective) text += '\n';
    else if (apart) text += GAPS[dice() % (newline ? GAPS.length : INLINE)];
    else if (newline && dice() % 4 === 0) text += '\n  ';
    const start = text.length;
    for (let i = text.indexOf('\n', lineStart); i >= 0; i = text.indexOf('\n', lineStart)) {
      line++;
      lineStart = i + 1;
    }
    const place: [number, number] = [line, start - lineStart + 1];
    text += isDirective ? `${piece}\n` : piece;
    return place;
  });
  return { text, places };
}

/** Those that have no end of a line first. */
const GAPS = [' ', '   ', ' /* ; } */ ', '\n', '\n\n    ', " // it's {\n", ' /* a\n b */ '];
const INLINE = 3;

function sources(folder: string, extension: string): [name: string, text: string][] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(extension));
  return names.sort().map((name) => [name, readFileSync(join(root, folder, name), 'utf8')]);
}

test.each([
  ['C', sources('test/record-native/programs', '.c'), piecesOfC],
  ['JavaScript', sources('test/record-node/programs', '.mjs'), piecesOfScript],
] as const)('%s: every layout of a program has the same statements', (_, programs, piecesOf) => {
  expect(programs.length).toBeGreaterThan(20);
  fc.assert(
    fc.property(fc.constantFrom(...programs), fc.infiniteStream(fc.nat(1000)), ([name, source], stream) => {
      const pieces = piecesOf(source);
      const plain = laidOut(pieces, () => 0);
      const random = laidOut(pieces, () => stream.next().value as number);
      const [before, after] = [plain, random].map(({ text, places }) => {
        const statements = new Statements(name, text);
        return places.map(([line, column]) => statements.at(line, column).text);
      });
      expect(after).toEqual(before);
      // Not because all is one.
      expect(new Set(before).size).toBeGreaterThan(3);
    }),
    runs(60),
  );
});
