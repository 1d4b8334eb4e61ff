// From the strings of a command line to the values that a table of options promises.

import { InputError } from '../base/error.ts';
import { nearest } from '../base/nearest.ts';
import { quote } from '../base/quote.ts';
import {
  type Argument,
  longFlag,
  type NumberOption,
  type Option,
  type OptionTable,
  type SizeOption,
  type Values,
} from './option.ts';

type Raw = Readonly<Record<string, unknown>>;

/** `raw` has a string, an array of strings, true or nothing per key. */
export function values<T extends OptionTable>(table: T, raw: Raw): Values<T> {
  const result: Record<string, unknown> = {};
  for (const [key, option] of Object.entries(table)) result[key] = value(longFlag(key), option, raw[key]);
  return result as Values<T>;
}

function value(flag: string, option: Option, given: unknown): unknown {
  switch (option.kind) {
    case 'flag':
      return given === true;
    case 'number':
      return given === undefined ? option.default : number(flag, option, String(given));
    case 'size':
      return given === undefined ? undefined : size(flag, option, String(given));
    case 'duration':
      return given === undefined ? undefined : duration(flag, String(given));
    case 'text': {
      if (option.repeat) {
        // `--detector a,b` is `--detector a --detector b`; a file may have a comma in its name.
        const words = (given ?? []) as string[];
        const several = option.choices && !option.file ? words.flatMap((word) => word.split(',')) : words;
        for (const one of several) checkChoice(flag, option.file ? one.replace(/=.*/s, '') : one, option.choices);
        return several;
      }
      if (given === undefined) return option.default;
      checkChoice(flag, String(given), option.choices);
      return String(given);
    }
    case 'file':
      return given;
  }
}

export function checkArguments(table: readonly Argument[], args: readonly string[]): void {
  for (const [i, argument] of table.entries()) {
    const given = args[i];
    if (given !== undefined) checkChoice(argument.name, given, argument.choices);
  }
}

function checkChoice(name: string, given: string, choices: readonly string[] | undefined): void {
  if (choices === undefined || choices.includes(given)) return;
  const meant = nearest(given, choices);
  const suggestion = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  throw new InputError('USAGE', {}, `${name} cannot be ${quote(given)}${suggestion}`, `one of ${choices.join(', ')}`);
}

/** Digits may be grouped by `_`, as people write millions. */
function number(flag: string, { min, max, fraction }: NumberOption, given: string): number {
  const plain = given.replace(/(?<=\d)_(?=\d)/g, '');
  const parsed = plain.trim() === '' ? Number.NaN : Number(plain);
  const wanted = `${fraction ? 'a number' : 'a whole number'} from ${min} to ${max}`;
  if (Number.isNaN(parsed) || parsed < min || parsed > max || (!fraction && !Number.isInteger(parsed)))
    throw new InputError('USAGE', {}, `${flag} cannot be ${quote(given)}`, wanted);
  return parsed;
}

const UNITS = ['', 'K', 'M', 'G', 'T'];

/** Bytes, or so many K, M, G or T of them, each 1024 of the one before; also written KB or KiB. */
function size(flag: string, { min }: SizeOption, given: string): number {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?$/i.exec(given.trim()) ?? [];
  const bytes = amount === '' ? Number.NaN : Math.floor(Number(amount) * 1024 ** UNITS.indexOf(unit.toUpperCase()));
  if (Number.isNaN(bytes) || bytes < min || bytes > Number.MAX_SAFE_INTEGER)
    throw new InputError(
      'USAGE',
      {},
      `${flag} cannot be ${quote(given)}`,
      `a size of at least ${min / 1024 ** 2}M, for instance 500M or 2G`,
    );
  return bytes;
}

const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** Seconds, or so many milliseconds, minutes or hours. */
function duration(flag: string, given: string): number {
  const [, amount = '', unit = 's'] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(given.trim()) ?? [];
  if (amount === '') throw new InputError('USAGE', {}, `${flag} cannot be ${quote(given)}`, 'a time, for instance 30s or 5m');
  return Number(amount) * SECONDS[unit]!;
}
