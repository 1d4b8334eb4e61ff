// Whether what a module exports is what the types say: nobody has compiled it against them. The first mistake is told, in one line.

import { InputError } from '../../base/error.ts';
import { quote } from '../../base/quote.ts';
import { operations } from '../../trace/operation.ts';
import { claims, findingTypes } from '../../trace/outcome.ts';
import type { Plugin } from './registry.ts';

/** What is known before this module: nothing may have the same name. */
export interface Taken {
  readonly detectors: ReadonlySet<string>;
  readonly reports: ReadonlySet<string>;
  /** Options of the command line, in camelCase. */
  readonly options: ReadonlySet<string>;
}

type Exports = Readonly<Record<string, unknown>>;

const ID = /^[a-z][a-z0-9-]{0,39}$/;
const OPTION_NAME = /^[a-z][A-Za-z0-9]{0,39}$/;
const UNITS: readonly unknown[] = [undefined, 'bytes', 'seconds', 'switch'];
const CODES: ReadonlySet<unknown> = new Set(operations.map(({ op }) => op));

/** The module as a plug-in, or an InputError. */
export function checkedPlugin(exports: unknown, file: string, taken: Taken): Plugin {
  const wrong: Wrong = (what) => {
    throw new InputError(
      'PLUGIN_BAD',
      { file },
      what,
      'docs/plugins.md has a worked example; the types are Detector and ReportFormat',
    );
  };
  const module = exports as Exports;
  const detectors = listOf(module['detectors'], 'detectors', wrong);
  const reports = listOf(module['reports'], 'reports', wrong);
  if (detectors.length + reports.length === 0) wrong('the module exports neither detectors nor reports');
  const ids = new Set(taken.detectors);
  const options = new Set(taken.options);
  for (const [i, detector] of detectors.entries()) checkDetector(detector, `detectors[${i}]`, ids, options, wrong);
  const formats = new Set(taken.reports);
  for (const [i, report] of reports.entries()) checkReport(report, `reports[${i}]`, formats, wrong);
  return { detectors, reports } as unknown as Plugin;
}

type Wrong = (what: string) => never;

function listOf(value: unknown, name: string, wrong: Wrong): readonly Exports[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return wrong(`its export ${name} is ${kindOf(value)}, and a list was expected`);
  for (const [i, one] of value.entries())
    if (typeof one !== 'object' || one === null) wrong(`${name}[${i}] is ${kindOf(one)}, and an object was expected`);
  return value;
}

function checkDetector(detector: Exports, name: string, ids: Set<string>, options: Set<string>, wrong: Wrong): void {
  checkId(detector, name, ids, 'a detector', wrong);
  checkTexts(detector, name, ['title', 'paper', 'reports', 'cost'], wrong);
  checkChoice(detector, name, 'finds', findingTypes, wrong);
  // `confirmed` is said by runs of the program, not by detectors.
  checkChoice(
    detector,
    name,
    'claim',
    claims.filter((claim) => claim !== 'confirmed'),
    wrong,
  );
  checkChoice(detector, name, 'needs', [undefined, 'happens-before', 'reads-from'], wrong);
  const { operations: understood, reentrant } = detector;
  if (!Array.isArray(understood) || understood.length === 0 || !understood.every((op) => CODES.has(op)))
    wrong(`${name}.operations must be a list of operations, such as [Op.read, Op.write]`);
  if (typeof reentrant !== 'boolean') wrong(`${name}.reentrant must be true or false`);
  checkFunctions(detector, name, ['analysis'], wrong);
  for (const key of ['unfinished', 'note'] as const)
    if (detector[key] !== undefined) checkFunctions(detector, name, [key], wrong);
  for (const [i, option] of listOf(detector['options'], `${name}.options`, wrong).entries())
    checkOption(option, `${name}.options[${i}]`, options, wrong);
}

/** Its name becomes a flag, so it must be free. */
function checkOption(option: Exports, place: string, options: Set<string>, wrong: Wrong): void {
  const { name, default: usual, min, unit } = option;
  const word = typeof name === 'string' && OPTION_NAME.test(name) ? name : wrong(`${place}.name must be a word in camelCase`);
  if (options.has(word)) wrong(`${place}.name is ${quote(word)}, and there is such an option`);
  options.add(word);
  if (typeof usual !== 'number' || !Number.isFinite(usual)) wrong(`${place}.default must be a number`);
  if (min !== undefined && !Number.isFinite(min)) wrong(`${place}.min must be a number`);
  if (!UNITS.includes(unit)) wrong(`${place}.unit must be bytes, seconds or switch`);
  checkTexts(option, place, ['help'], wrong);
}

function checkReport(report: Exports, name: string, ids: Set<string>, wrong: Wrong): void {
  checkId(report, name, ids, 'a report', wrong);
  checkTexts(report, name, ['help'], wrong);
  checkFunctions(report, name, ['report'], wrong);
  for (const key of ['slices', 'schedules'] as const)
    if (report[key] !== undefined && !Number.isSafeInteger(report[key])) wrong(`${name}.${key} must be a whole number`);
}

function checkId({ id }: Exports, name: string, taken: Set<string>, what: string, wrong: Wrong): void {
  const isId = typeof id === 'string' && ID.test(id);
  const word = isId ? id : wrong(`${name}.id must be lower-case letters, digits and hyphens, up to 40 of them`);
  if (taken.has(word)) wrong(`${name}.id is ${quote(word)}, and there is ${what} of that name`);
  taken.add(word);
}

function checkTexts(of: Exports, name: string, keys: readonly string[], wrong: Wrong): void {
  for (const key of keys) if (typeof of[key] !== 'string' || of[key].trim() === '') wrong(`${name}.${key} must be a text`);
}

function checkFunctions(of: Exports, name: string, keys: readonly string[], wrong: Wrong): void {
  for (const key of keys) if (typeof of[key] !== 'function') wrong(`${name}.${key} must be a function`);
}

function checkChoice(of: Exports, name: string, key: string, choices: readonly unknown[], wrong: Wrong): void {
  if (choices.includes(of[key])) return;
  wrong(`${name}.${key} must be one of ${choices.filter((choice) => choice !== undefined).join(', ')}`);
}

function kindOf(value: unknown): string {
  return value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`;
}
