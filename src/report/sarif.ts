// SARIF 2.1.0: for code scanning. One rule per claim, both accesses as a code flow, our fingerprint as partial fingerprint.

import { jsonText } from '../base/json.ts';
import { display } from '../base/quote.ts';
import type { Access } from '../findings/accesses.ts';
import type { Finding } from '../findings/finding.ts';
import { sourcePlace } from '../findings/place.ts';
import type { AnalysisResult } from '../findings/result.ts';
import { action, held, sentence, where } from './words.ts';

const RULES = {
  observed: { level: 'error', text: 'Two accesses to one variable, at least one a write, are unordered in this run.' },
  predicted: { level: 'error', text: 'Another schedule of this run has two conflicting accesses side by side.' },
  suspected: { level: 'warning', text: 'Two conflicting accesses hold no lock in common; other synchronisation may order them.' },
} as const;

const claims = Object.keys(RULES) as (keyof typeof RULES)[];

export function* sarif({ findings }: AnalysisResult, version: string): Generator<string> {
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
    yield `${separator}        ${jsonText(resultOf(finding))}`;
    separator = ',\n';
  }
  yield `${findings.length === 0 ? '' : '\n      '}]\n    }\n  ]\n}\n`;
}

function resultOf(finding: Finding): object {
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
    codeFlows: [
      {
        message: { text: 'The two accesses, in the order of the trace' },
        threadFlows: accesses.map((access) => ({
          id: display(access.thread),
          locations: [
            {
              location: { ...locationOf(access, variable), message: messageOf(told(access)) },
              executionOrder: access.index + 1,
            },
          ],
        })),
      },
    ],
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

/** The other access, and all places that have the same cause. */
function related({ first, places, variable }: Finding): object[] {
  const others = places.slice(1).flatMap(({ first: a, second: b }) => (a === null ? [b] : [a, b]));
  return [
    ...(first === null ? [] : [{ ...locationOf(first, variable), message: messageOf(told(first)) }]),
    ...[...new Set(others)].map((location) => ({ ...locationOf({ location }, variable), message: messageOf('the same cause') })),
  ].map((location, id) => ({ id, ...location }));
}

function told(access: Access): string {
  return `${action(access)} in ${access.thread}, holding ${held(access)}, at ${where(access)}`;
}

/** A viewer shows it as it is, but makes a link of `[text](address)`: that takes a bracket right behind the other. */
function messageOf(text: string): { text: string } {
  return { text: display(text).replaceAll('](', '] (') };
}

/** A place in a file where the location is one; always the variable, which is a logical location. */
function locationOf({ location }: Pick<Access, 'location'>, variable: string): object {
  const place = sourcePlace(location);
  const logicalLocations = [{ name: display(variable), kind: 'variable' }];
  if (place === undefined) return { logicalLocations };
  const region =
    place.line === 0 ? {} : { region: { startLine: place.line, ...(place.column ? { startColumn: place.column } : {}) } };
  return { physicalLocation: { artifactLocation: { uri: uri(place.path) }, ...region }, logicalLocations };
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
