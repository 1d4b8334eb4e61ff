// SARIF 2.1.0: for code scanning. One rule per claim, both accesses and the schedule as code flows, all stacks, our fingerprint as partial
// fingerprint.

import { jsonText } from '../base/json.ts';
import { display } from '../base/quote.ts';
import type { StackedAccess } from '../findings/access.ts';
import type { Finding } from '../findings/finding.ts';
import { functionOf, sourcePlace } from '../findings/place.ts';
import type { AnalysisResult } from '../findings/result.ts';
import type { Slice } from '../findings/slices.ts';
import { type Frame, ownFrame } from '../findings/stack.ts';
import type { ReportContext } from './report.ts';
import { headOf, SEEN } from './stacks.ts';
import { action, held, sentence, where } from './words.ts';

const RULES = {
  observed: { level: 'error', text: 'Two accesses to one variable, at least one a write, are unordered in this run.' },
  predicted: { level: 'error', text: 'Another schedule of this run has two conflicting accesses side by side.' },
  suspected: { level: 'warning', text: 'Two conflicting accesses hold no lock in common; other synchronisation may order them.' },
} as const;

const claims = Object.keys(RULES) as (keyof typeof RULES)[];

type Slices = ReportContext['slices'];

/** `slices` tell the schedules of findings, by their ids. */
export function* sarif({ findings }: AnalysisResult, version: string, slices?: Slices): Generator<string> {
  const driver = {
    name: 'foretrace',
    version,
    semanticVersion: version,
    rules: claims.map((claim) => ({
      id: `data-race/${claim}`,
      name: `${claim[0]!.toUpperCase()}${claim.slice(1)}DataRace`,
      shortDescription: { text: `Data race, ${claim}` },
      fullDescription: { text: RULES[claim].text },
      defaultConfiguration: { level: RULES[claim].level },
    })),
  };
  yield '{\n  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",\n  "version": "2.1.0",\n  "runs": [\n    {\n';
  yield `      "tool": ${jsonText({ driver })},\n      "columnKind": "utf16CodeUnits",\n      "results": [`;
  let separator = '\n';
  for (const finding of findings) {
    yield `${separator}        ${jsonText(resultOf(finding, slices?.get(finding.id)))}`;
    separator = ',\n';
  }
  yield `${findings.length === 0 ? '' : '\n      '}]\n    }\n  ]\n}\n`;
}

function resultOf(finding: Finding, slice: Slice | undefined): object {
  const { fingerprint, variable, claim, detectors, count, first, second, reason } = finding;
  const accesses = first === null ? [second] : [first, second];
  const message = `Data race on ${variable}: ${accesses.map(told).join(' and ')}. ${sentence(reason)}.`;
  return {
    ruleId: `data-race/${claim}`,
    ruleIndex: claims.indexOf(claim),
    level: RULES[claim].level,
    message: messageOf(message),
    locations: [locationOf(second, variable)],
    relatedLocations: related(finding),
    codeFlows: [accessFlow(accesses, variable), ...scheduleFlows(slice)],
    stacks: stacksOf(finding),
    partialFingerprints: { 'foretrace/v2': fingerprint },
    occurrenceCount: count,
    properties: {
      detectors,
      variables: finding.variables.map(display),
      processes: finding.processes.map(display),
      tests: finding.tests.map(display),
    },
  };
}

/** Both accesses, each from the function that its thread began with. */
function accessFlow(accesses: readonly StackedAccess[], variable: string): object {
  return {
    message: { text: 'The two accesses, in the order of the trace' },
    threadFlows: accesses.map((access) => ({
      id: display(access.thread),
      locations: [
        ...access.stack
          .slice(1)
          .reverse()
          .map(({ location }, nestingLevel) => ({ location: codeLocation(location), nestingLevel, importance: 'unimportant' })),
        {
          location: { ...locationOf(access, variable), message: messageOf(told(access)) },
          nestingLevel: Math.max(0, access.stack.length - 1),
          executionOrder: access.index + 1,
        },
      ],
    })),
  };
}

/** The schedule that proves the race, if it is at hand: a flow per thread, numbered by its steps. */
function scheduleFlows(slice: Slice | undefined): object[] {
  const { schedule = [] } = slice ?? {};
  if (schedule.length === 0) return [];
  const steps = schedule.map((event, i) => ({ ...event, step: i + 1 }));
  const threads = [...new Set(steps.map(({ thread }) => thread))];
  return [
    {
      message: { text: 'How the schedule ends that has the two accesses side by side' },
      threadFlows: threads.map((thread) => ({
        id: display(thread),
        locations: steps
          .filter((event) => event.thread === thread)
          .map(({ text, location, racing, step }) => ({
            location: { ...codeLocation(location), message: messageOf(text) },
            executionOrder: step,
            importance: racing ? 'essential' : 'important',
          })),
      })),
    },
  ];
}

/** All stacks of a finding: of the accesses, of the locks that they hold, of the starts of their threads and of the allocation. */
function stacksOf({ first, second, forks, allocation }: Finding): object[] {
  const accesses = first === null ? [second] : [first, second];
  const titled = [
    ...accesses.map((access) => [told(access), access.stack] as const),
    ...accesses.flatMap(({ thread, taken }) =>
      taken.map(({ lock, stack }) => [`${lock}, held by ${thread}, is taken`, stack] as const),
    ),
    ...forks.map(({ thread, by, stack }) => [`${thread} is started by ${by}`, stack] as const),
    ...(allocation === undefined ? [] : [['the memory is allocated', allocation.stack] as const]),
  ];
  return titled
    .filter(([, stack]) => stack.length > 0)
    .map(([title, stack]) => ({
      message: messageOf(stack.some(({ seen }) => seen) ? `${title} (${SEEN})` : title),
      frames: stack.map(frameOf),
    }));
}

function frameOf({ location, library, column, function: name }: Frame): object {
  return {
    location: codeLocation(location, name, column),
    ...(library !== undefined && { module: display(library) }),
  };
}

/** The other access, and all places that have the same cause. */
function related({ first, places, variable }: Finding): object[] {
  const others = places.slice(1).flatMap(({ first: a, second: b }) => (a === null ? [b] : [a, b]));
  return [
    ...(first === null ? [] : [{ ...locationOf(first, variable), message: messageOf(told(first)) }]),
    ...[...new Set(others)].map((location) => ({
      ...locationOf({ location, stack: [] }, variable),
      message: messageOf('the same cause'),
    })),
  ].map((location, id) => ({ id, ...location }));
}

function told(access: StackedAccess): string {
  const place = where({ index: access.index, location: headOf(access).location });
  return `${action(access)} in ${access.thread}, holding ${held(access)}, at ${place}`;
}

/** A viewer shows it as it is, but makes a link of `[text](address)`: that takes a bracket right behind the other. */
function messageOf(text: string): { text: string } {
  return { text: display(text).replaceAll('](', '] (') };
}

/** Where an access is: the innermost of its own code; always with the variable, which is a logical location. */
function locationOf(access: Pick<StackedAccess, 'location' | 'stack'>, variable: string): object {
  const { location } = headOf(access);
  const column = ownFrame(access.stack)?.column;
  return { ...physical(location, column), logicalLocations: [{ name: display(variable), kind: 'variable' }] };
}

/** A place in the code, with the function as its logical location. */
function codeLocation(location: string, name = functionOf(location), column?: number): object {
  const place = physical(location, column);
  const logical = name ?? (place === undefined ? location : undefined);
  return { ...place, ...(logical !== undefined && { logicalLocations: [{ name: display(logical), kind: 'function' }] }) };
}

/** A place in a file, where the location is one. `column`: where its statement begins, if the location does not say it. */
function physical(location: string, column?: number): object | undefined {
  const place = sourcePlace(location);
  if (place === undefined) return undefined;
  const startColumn = place.column ?? column;
  const region = place.line === 0 ? {} : { region: { startLine: place.line, ...(startColumn ? { startColumn } : {}) } };
  return { physicalLocation: { artifactLocation: { uri: uri(place.path) }, ...region } };
}

/** A relative or file URI; backslashes of Windows become slashes. */
function uri(path: string): string {
  const slashes = path.replaceAll('\\', '/');
  const encoded = slashes
    .split('/')
    .map((part) => encodeURIComponent(part.replace(/\p{Cs}/gu, '\ufffd')))
    .join('/');
  if (/^[A-Za-z]:/.test(slashes)) return `file:///${encoded.replace('%3A', ':')}`;
  return slashes.startsWith('/') ? `file://${encoded}` : encoded;
}
