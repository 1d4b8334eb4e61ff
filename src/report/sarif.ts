// SARIF 2.1.0: for code scanning. One rule per kind and claim, all accesses and the schedule as code flows, all stacks, our fingerprint as partial
// fingerprint.

import { jsonText } from '../base/json.ts';
import { display } from '../base/quote.ts';
import type { StackedAccess } from '../findings/access.ts';
import { type Finding, sidesOf } from '../findings/finding.ts';
import { functionOf, sourcePlace } from '../findings/place.ts';
import type { AnalysisResult } from '../findings/result.ts';
import type { Slice } from '../findings/slices.ts';
import { type Frame, ownFrame } from '../findings/stack.ts';
import { type Claim, claims } from '../trace/outcome.ts';
import { kindsOfFindings, wordsOf } from './kind-words.ts';
import type { ReportContext } from './report.ts';
import { foreignMark, headOf, SEEN } from './stacks.ts';
import { action, held, inRuns, leftFolded, sentence, where } from './words.ts';

const LEVELS: Readonly<Record<Claim, 'error' | 'warning'>> = {
  confirmed: 'error',
  observed: 'error',
  predicted: 'error',
  suspected: 'warning',
};

/** One for each kind and claim. */
const RULES = kindsOfFindings.flatMap((type) => claims.map((claim) => ({ type, claim, ...wordsOf({ type }).rule })));

type Slices = ReportContext['slices'];

/** `slices` tell the schedules of findings, by their ids. */
export function* sarif({ findings, leftOut }: AnalysisResult, version: string, slices?: Slices): Generator<string> {
  const driver = {
    name: 'foretrace',
    version,
    semanticVersion: version,
    rules: RULES.map(({ claim, id, name, title, texts }) => ({
      id: `${id}/${claim}`,
      name: `${claim[0]!.toUpperCase()}${claim.slice(1)}${name}`,
      shortDescription: { text: `${title}, ${claim}` },
      fullDescription: { text: texts[claim] },
      defaultConfiguration: { level: LEVELS[claim] },
    })),
  };
  yield '{\n  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",\n  "version": "2.1.0",\n  "runs": [\n    {\n';
  yield `      "tool": ${jsonText({ driver })},\n      "columnKind": "utf16CodeUnits",\n${remarks(leftFolded(leftOut))}      "results": [`;
  let separator = '\n';
  for (const finding of findings) {
    yield `${separator}        ${jsonText(resultOf(finding, slices?.get(finding.id)))}`;
    separator = ',\n';
  }
  yield `${findings.length === 0 ? '' : '\n      '}]\n    }\n  ]\n}\n`;
}

/** What is to be known of the results: a notification of the run. */
function remarks(sentences: readonly string[]): string {
  if (sentences.length === 0) return '';
  const toolExecutionNotifications = sentences.map((words) => ({ level: 'note', message: messageOf(words) }));
  return `      "invocations": ${jsonText([{ executionSuccessful: true, toolExecutionNotifications }])},\n`;
}

function resultOf(finding: Finding, slice: Slice | undefined): object {
  const { fingerprint, variable, type, claim, detectors, count, second, reason } = finding;
  const { rule } = wordsOf(finding);
  const message = `${rule.title} on ${variable}: ${sidesOf(finding).map(told).join(' and ')}. ${sentence(reason)}${inRuns(finding)}.`;
  return {
    ruleId: `${rule.id}/${claim}`,
    ruleIndex: RULES.findIndex((one) => one.type === type && one.claim === claim),
    level: LEVELS[claim],
    message: messageOf(message),
    locations: [locationOf(second, variable)],
    relatedLocations: related(finding),
    codeFlows: [accessFlow(finding), ...scheduleFlows(finding, slice)],
    stacks: stacksOf(finding),
    partialFingerprints: { 'foretrace/v2': fingerprint },
    occurrenceCount: count,
    properties: {
      detectors,
      variables: finding.variables.map(display),
      processes: finding.processes.map(display),
      tests: finding.tests.map(display),
      ...(finding.runs && { runs: finding.runs }),
    },
  };
}

/** All events, each from the function that its thread began with. */
function accessFlow(finding: Finding): object {
  const { events } = wordsOf(finding);
  return {
    message: { text: `${events[0]!.toUpperCase()}${events.slice(1)}, in the order of the trace` },
    threadFlows: sidesOf(finding).map((access) => ({
      id: display(access.thread),
      locations: [
        ...access.stack
          .slice(1)
          .reverse()
          .map(({ location }, nestingLevel) => ({ location: codeLocation(location), nestingLevel, importance: 'unimportant' })),
        {
          location: { ...locationOf(access, finding.variable), message: messageOf(told(access)) },
          nestingLevel: Math.max(0, access.stack.length - 1),
          executionOrder: access.index + 1,
        },
      ],
    })),
  };
}

/** The schedule that proves it, if it is at hand: a flow per thread, numbered by its steps. */
function scheduleFlows(finding: Finding, slice: Slice | undefined): object[] {
  const { schedule = [] } = slice ?? {};
  if (schedule.length === 0) return [];
  const steps = schedule.map((event, i) => ({ ...event, step: i + 1 }));
  const threads = [...new Set(steps.map(({ thread }) => thread))];
  return [
    {
      message: { text: `How the schedule ends that ${wordsOf(finding).ending}` },
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
function stacksOf(finding: Finding): object[] {
  const { forks, allocation } = finding;
  const accesses = sidesOf(finding);
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

/** The other events, and all places that have the same cause. */
function related(finding: Finding): object[] {
  const { second, places, variable } = finding;
  const others = places.slice(1).flatMap(({ first: a, second: b }) => (a === null ? [b] : [a, b]));
  return [
    ...sidesOf(finding)
      .filter((side) => side !== second)
      .map((side) => ({ ...locationOf(side, variable), message: messageOf(told(side)) })),
    ...[...new Set(others)].map((location) => ({
      ...locationOf({ location, stack: [] }, variable),
      message: messageOf('the same cause'),
    })),
  ].map((location, id) => ({ id, ...location }));
}

function told(access: StackedAccess): string {
  const place = where({ index: access.index, location: headOf(access).location });
  const mark = foreignMark(access.stack);
  return `${action(access)} in ${access.thread}, holding ${held(access)}, at ${place}${mark === undefined ? '' : ` (${mark})`}`;
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
