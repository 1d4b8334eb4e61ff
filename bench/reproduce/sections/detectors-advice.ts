// What the last table says to somebody who has to choose, in sentences that follow from its numbers.

import { recommended } from '../../../src/detectors/index.ts';
import { amount, digits, list, several } from '../markdown.ts';
import { sum } from '../statistics.ts';
import type { DetectorTotals, Measured } from './detectors-totals.ts';

export function advice(totals: readonly DetectorTotals[], measured: readonly Measured[]): string {
  const by = new Map(totals.map((total) => [total.id, total]));
  const observed = totals.filter(({ claim }) => claim === 'observed');
  if (observed.length === 0 || totals[0]!.events === 0) return '';
  const same = alike(observed, measured);
  return `${[
    complete(observed, same),
    quickest(same),
    schedulable(by),
    predicted(totals, by),
    proofs(by),
    suspected(totals, by),
    memory(totals),
    defaults(by),
  ]
    .filter((line) => line !== '')
    .map((line) => `- ${line}`)
    .join('\n')}\n`;
}

const code = (id: string) => `\`${id}\``;

/** Those that find as many racy variables as happens-before has, on every trace. */
function alike(observed: readonly DetectorTotals[], measured: readonly Measured[]): DetectorTotals[] {
  const variables = (trace: Measured, id: string) => trace.byDetector.get(id)?.result?.variables;
  return observed.filter(({ id }) =>
    measured.every((trace) => [undefined, variables(trace, 'hb-locations')].includes(variables(trace, id))),
  );
}

function complete(observed: readonly DetectorTotals[], same: readonly DetectorTotals[]): string {
  const rest = observed.filter((total) => !same.includes(total));
  return `**Same answer.** ${list(same.map(({ id }) => code(id)))} find the same number of racy variables on every trace that they finish${rest.length === 0 ? '' : `; ${list(rest.map(({ id }) => code(id)))} ${rest.length === 1 ? 'does' : 'do'} not, by definition or by a limit`}.`;
}

function quickest(same: readonly DetectorTotals[]): string {
  const [first, second] = [...same].sort((a, b) => a.seconds - b.seconds);
  return `**Fastest of these.** ${code(first!.id)} with ${digits(first!.events / first!.seconds / 1e6)} million events per second over all traces${second === undefined ? '' : `, then ${code(second.id)} with ${digits(second.seconds / first!.seconds)} times the time`}.`;
}

function schedulable(by: ReadonlyMap<string, DetectorTotals>): string {
  const [shb, hb] = [by.get('shb'), by.get('hb-locations')];
  if (shb === undefined || hb === undefined) return '';
  const fewer = hb.variables - shb.variables;
  return `**Observed and schedulable.** ${code('shb')} reports only races that a schedule has, at ${digits(shb.relative, 2)} of the time of \`fasttrack\`; ${fewer === 0 ? 'here no racy variable is lost by that' : `${several(fewer, 'variable')} of ${amount(hb.variables)} are racy only after an earlier race`}.`;
}

function predicted(totals: readonly DetectorTotals[], by: ReadonlyMap<string, DetectorTotals>): string {
  const hb = by.get('hb-locations');
  if (hb === undefined) return '';
  const parts = totals
    .filter(({ claim }) => claim === 'predicted')
    .map(
      (total) => `${code(total.id)} ${amount(total.variables)} (${digits(total.relative, 2)} times the time of \`fasttrack\`)`,
    );
  return `**Races of other schedules.** Happens-before finds ${several(hb.variables, 'racy variable')}; ${list(parts)}.`;
}

function proofs(by: ReadonlyMap<string, DetectorTotals>): string {
  const [predict, wcp] = [by.get('predict'), by.get('wcp')];
  if (predict === undefined || wcp === undefined) return '';
  return `**Proofs.** Each race of \`predict\` comes with a schedule; it proves ${amount(predict.variables)} variables racy; \`wcp\`, which needs none and whose theorem is about the first race only, reports ${amount(wcp.variables)}.`;
}

function suspected(totals: readonly DetectorTotals[], by: ReadonlyMap<string, DetectorTotals>): string {
  const proven = by.get('predict');
  const suspects = totals.filter(({ claim, unfinished }) => claim === 'suspected' && unfinished === 0);
  if (proven === undefined || suspects.length === 0) return '';
  return `**False alarms.** ${list(suspects.map(({ id, variables }) => `${code(id)} suspects ${amount(variables)}`))} variables, against ${amount(proven.variables)} that \`predict\` proves: use them to look for missing locks, not to count races.`;
}

function memory(totals: readonly DetectorTotals[]): string {
  const sorted = [...totals].sort((a, b) => a.peak - b.peak);
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  return `**Memory.** From ${amount(least.peak)} MB (${code(least.id)}) to ${amount(most.peak)} MB (${code(most.id)}) at the peak, on the trace that needs most.`;
}

function defaults(by: ReadonlyMap<string, DetectorTotals>): string {
  const run = recommended.flatMap(({ id }) => by.get(id) ?? []);
  if (run.length < recommended.length) return '';
  return `**By default** \`foretrace analyze\` runs ${list(run.map(({ id }) => code(id)))}: together ${digits(sum(run.map(({ relative }) => relative)), 2)} times the time of \`fasttrack\` on these traces. In a hurry, or on every build, take \`--detector fasttrack\`.`;
}
