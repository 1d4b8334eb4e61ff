// Which findings of this project a run of the program has confirmed, by fingerprint, in the user's cache beside the last run: reports of later runs say so. A
// fingerprint has the statement of both places in it, so a finding of code that was changed is another.

import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { jsonText } from '../base/json.ts';
import { makePrivateFolder, PRIVATE_FILE } from '../base/private-folder.ts';
import { processMark } from '../base/process-mark.ts';
import type { Confirmation, Finding } from '../findings/finding.ts';
import { confirmed } from '../findings/kinds/index.ts';
import type { Reporting } from './analyzing.ts';
import { place } from './last-run.ts';

export type Confirmations = ReadonlyMap<string, Confirmation>;

const file = (): string => `${place()}-confirmed.json`;

/** None if there is no such file, or it is of no use. */
export function keptConfirmations(): Confirmations {
  try {
    const rows = JSON.parse(readFileSync(file(), 'utf8')) as readonly ({ readonly fingerprint: string } & Confirmation)[];
    return new Map(
      rows.map(({ fingerprint, harm, recipe }) => [String(fingerprint), { ...text('harm', harm), ...there(recipe) }]),
    );
  } catch {
    return new Map();
  }
}

/** A recipe is a file of the user's: it is named as it is reached from here, if it is still there. */
function there(recipe: unknown): { recipe?: string } {
  return typeof recipe === 'string' && existsSync(recipe) ? { recipe: relative('', recipe) } : {};
}

function text<Key extends string>(key: Key, value: unknown): { [K in Key]?: string } {
  return (typeof value === 'string' ? { [key]: value } : {}) as { [K in Key]?: string };
}

/** A full or forbidden cache is no reason to fail. */
export async function keepConfirmations(found: Confirmations): Promise<void> {
  const written = new Set([...found.values()].flatMap(({ recipe }) => (recipe === undefined ? [] : [relative('', recipe)])));
  // R1.recipe of one finding takes the place of that of another.
  const others = [...keptConfirmations()].map(([fingerprint, { recipe, ...rest }]): [string, Confirmation] => [
    fingerprint,
    recipe === undefined || written.has(relative('', recipe)) ? rest : { ...rest, recipe },
  ]);
  const all = new Map([...others, ...found]);
  const aside = `${file()}.${processMark()}`;
  try {
    makePrivateFolder(dirname(aside));
    const rows = [...all].map(([fingerprint, { recipe, ...rest }]) => ({
      fingerprint,
      ...rest,
      ...(recipe === undefined ? {} : { recipe: resolve(recipe) }),
    }));
    await writeFile(aside, `${jsonText(rows, 2)}\n`, { mode: PRIVATE_FILE });
    await rename(aside, file());
  } catch {
    // The next report says predicted where it could say confirmed.
  }
}

/** What there is to report, with what is known of it. The order stays, and so do the numbers of findings. */
export function withConfirmations(what: Reporting, known: Confirmations): Reporting {
  if (known.size === 0) return what;
  const findings = what.result.findings.map((finding) => withConfirmation(finding, known));
  return { ...what, result: { ...what.result, findings } };
}

export function withConfirmation(finding: Finding, known: Confirmations): Finding {
  const confirmation = known.get(finding.fingerprint);
  return confirmation === undefined ? finding : confirmed(finding, confirmation);
}
