// What a broken block is for a person: a piece of code that should run as if alone, and what others did in the middle of it.

import { ACCESS_KINDS, NO_ACCESS } from '../../trace/operation.ts';
import type { Claim, Outcome, Violation } from '../../trace/outcome.ts';
import type { StackedAccess } from '../access.ts';
import type { AtomicityFinding, AtomicityKind } from '../finding.ts';
import { fingerprint } from '../fingerprint.ts';
import type { Naming } from '../naming.ts';
import { functionOf, isKnown } from '../place.ts';
import { type Describing, type Instances, instances, seenBy } from './instances.ts';

export function atomicityFindings(results: readonly Outcome[], describing: Describing): AtomicityFinding[] {
  return instances(
    results,
    ({ violations }) => violations,
    (violation) => [blockKey(violation, describing), ...placesOf(violation, describing)].join('\n'),
  ).map((group) => described(group, describing));
}

function blockKey({ begin, around }: Violation, { lookup, identities }: Describing): string {
  return identities.place(lookup.location(around ?? begin));
}

/** Those of the block's own events and of the cut; sorted, because which comes first is up to the schedule. */
function placesOf({ own, cut, index }: Violation, { lookup, identities }: Describing): string[] {
  const positions = own === undefined ? [...cut, index] : [own, ...cut, index];
  return [...new Set(positions.map((position) => identities.place(lookup.location(position))))].sort();
}

function described(group: Instances<Violation>, describing: Describing): AtomicityFinding {
  const { lookup, symbols, identities, stacks } = describing;
  const { best, claim } = group;
  const told = (position: number) => lookup.about(position, symbols, stacks);
  const [block, second] = [told(best.around ?? best.begin), told(best.index)];
  const first = best.own === undefined ? null : told(best.own);
  const cut = best.cut.map(told);
  const witness = best.witness ?? null;
  const kind = kindOf(best, describing);
  const places = placesOf(best, describing);
  const whole = fingerprint(`atomicity ${blockKey(best, describing)}`, places);
  const seen = seenBy(group, [best.index, ...best.cut], describing);
  const variable = blockName(block, first);
  const pair = { first: cut[0]!.location, second: second.location, kind, claim, count: seen.count };
  return {
    id: '',
    fingerprint: whole,
    type: 'atomicity',
    variable,
    kind,
    claim,
    first,
    second,
    witness,
    reason: atomicityReason({ claim, kind, variable, first, second, cut, witness }),
    variables: [variable],
    places: [{ ...pair, fingerprints: [whole], sides: [[]] }],
    ...seen,
    known: {
      field: `block ${blockKey(best, describing)}`,
      places,
      of: [identities.place(lookup.location(best.cut[0]!)), identities.place(lookup.location(best.index))],
    },
    block,
    cut,
  };
}

/**
 * As it is annotated; else the function of the program that is at work both in its first event and in its first access, since others only take the
 * lock for it; else its place. @internal
 */
export function blockName(
  { op, target, location, stack }: Pick<StackedAccess, 'op' | 'target' | 'location' | 'stack'>,
  first: Pick<StackedAccess, 'stack'> | null,
): string {
  if (op === 'begin' && target !== undefined && isKnown(target)) return target;
  const there = new Set(stack.flatMap((frame) => frame.function ?? []));
  const both = first?.stack.find((frame) => frame.library === undefined && there.has(frame.function ?? ''))?.function;
  return both ?? functionOf(location) ?? (isKnown(location) ? location : 'a block without a name');
}

/** By what the block, the other and the block again did to one variable. */
const KINDS: Readonly<Record<string, AtomicityKind>> = {
  'read write write': 'lost-update',
  'read write read': 'unrepeatable-read',
  'write read write': 'dirty-read',
  'write write read': 'overwritten-write',
};

function kindOf({ own, cut, index }: Violation, { lookup }: Describing): AtomicityKind {
  if (own === undefined || cut.length !== 1) return 'interleaved';
  const positions = [own, cut[0]!, index];
  if (positions.some((position) => ACCESS_KINDS[lookup.op(position)] === NO_ACCESS)) return 'interleaved';
  if (new Set(positions.map((position) => lookup.variable(position))).size > 1) return 'interleaved';
  return KINDS[positions.map((position) => (lookup.isWrite(position) ? 'write' : 'read')).join(' ')] ?? 'interleaved';
}

type Reasoned = Pick<AtomicityFinding, 'claim' | 'kind' | 'variable' | 'first' | 'second' | 'cut' | 'witness'>;

const ENDINGS: Readonly<Record<Claim, string>> = {
  confirmed: ', in the program as it was led there',
  observed: '',
  predicted: ', in another schedule of this run',
  suspected: ', if the two belong together',
};

export function atomicityReason(finding: Reasoned, name: Naming = String): string {
  const { claim, witness } = finding;
  const length = witness === null ? '' : ` (witness of ${witness.length} events)`;
  return `${whatHappened(finding, name)}${ENDINGS[claim]}${length}; ${advice(finding, name)}`;
}

function whatHappened({ kind, variable, second, cut }: Reasoned, name: Naming): string {
  const [own, other, block] = [name(second.thread), name(cut[0]!.thread), name(variable)];
  const what = name(second.target ?? '');
  switch (kind) {
    case 'lost-update':
      return `${own} reads ${what} in ${block} and writes it later, and what ${other} writes in between is lost`;
    case 'unrepeatable-read':
      return `${own} reads ${what} twice in ${block}, and ${other} writes it in between`;
    case 'dirty-read':
      return `${other} reads ${what} between two writes of ${own} in ${block}`;
    case 'overwritten-write':
      return `${own} writes ${what} in ${block}, and ${other} overwrites it before ${own} reads it back`;
    case 'interleaved':
      return `${other} comes in the middle of ${block} of ${own}: no order of whole blocks does what these did`;
  }
}

function advice({ first, second }: Reasoned, name: Naming): string {
  const common = second.locks.filter((lock) => first?.locks.includes(lock));
  return common.length === 0
    ? 'one lock over the whole block would keep others out'
    : `${common.map(name).join(', ')} should be held from the one to the other`;
}
