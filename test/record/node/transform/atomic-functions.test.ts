// Functions that are to be atomic: which names mean which, and what a visit is.

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { glob } from '../../../../src/base/glob.ts';
import { installHooks, instrumented, visits } from './hooks.ts';

beforeAll(() => installHooks());
beforeEach(() => {
  visits.length = 0;
});

async function visited(source: string, ...patterns: string[]): Promise<string[]> {
  const matches = patterns.map((pattern) => glob(pattern, 'name'));
  const names = { matches: (name: string) => matches.some((isMeant) => isMeant(name)), original: () => undefined };
  const { code } = instrumented(`return (async () => { ${source} })();`, 'commonjs', { atomic: names });
  await new Function(code)();
  return visits;
}

const begins = (all: readonly string[]): string[] => all.filter((what) => what.startsWith('begin ')).map((what) => what.slice(6));

describe('names', () => {
  it.each([
    ['a function', 'function transfer() {} transfer();', 'transfer'],
    ['an arrow function', 'const transfer = () => ({}); transfer();', 'transfer'],
    ['what is assigned', 'let transfer; transfer = (function () {}); transfer();', 'transfer'],
    ['a method', 'class Account { deposit() {} } new Account().deposit();', 'Account.deposit'],
    ['a static method', 'const Account = class { static open() {} }; Account.open();', 'Account.open'],
    ['a private method', 'class Account { #add() {} add() { this.#add(); } } new Account().add();', 'Account.#add'],
    ['a field', 'class Account { deposit = () => 1; } new Account().deposit();', 'Account.deposit'],
    ['a constructor', 'class A {} class Account extends A { constructor() { super(); } } new Account();', 'Account.constructor'],
    ['a property', 'const account = { deposit() {}, "to pay": () => 1 }; account.deposit();', 'account.deposit'],
    ['a getter', 'const account = { get sum() { return 1; } }; account.sum;', 'account.sum'],
  ])('are of %s', async (_, source, name) => {
    expect(begins(await visited(source, name))).toEqual([name]);
    visits.length = 0;
    expect(begins(await visited(source, name.replace('.', '::')))).toEqual([name]);
    visits.length = 0;
    expect(begins(await visited(source, `x${name}`))).toEqual([]);
  });

  it('match by patterns, and without their class', async () => {
    const source = 'class Account { deposit() {} draw() {} } const a = new Account(); a.deposit(); a.draw();';
    expect(begins(await visited(source, 'Account::*'))).toEqual(['Account.deposit', 'Account.draw']);
    visits.length = 0;
    expect(begins(await visited(source, 'draw'))).toEqual(['Account.draw']);
  });
});

describe('a visit', () => {
  it('ends however the function is left, and may be in another', async () => {
    const source = 'function f(n) { if (n === 0) throw 1; try { f(n - 1); } catch { return; } } f(1);';
    expect(await visited(source, 'f')).toEqual(['begin f', 'begin f', 'end f', 'end f']);
  });

  it('of an async function is interrupted by each await', async () => {
    const source = 'async function f() { await 1; await g(); } async function g() { await 2; } await f();';
    const all = await visited(source, 'f', 'g');
    expect(all).toEqual([
      ...['begin f', 'end f', 'begin f', 'begin g', 'end g', 'end f'],
      ...['begin g', 'end g', 'begin f', 'end f'],
    ]);
  });

  it('that is rejected at an await has ended there', async () => {
    const source = 'const f = async () => await Promise.reject(1); const h = () => f().catch(() => {}); await h();';
    expect(await visited(source, 'f', 'h')).toEqual(['begin h', 'begin f', 'end f', 'end h']);
  });

  it('is no block where the function waits unseen, or gives and takes', async () => {
    const source = 'async function f() { for await (const x of [1]); } function* g() { yield 1; } await f(); [...g()];';
    expect(await visited(source, '*')).toEqual([]);
  });
});
