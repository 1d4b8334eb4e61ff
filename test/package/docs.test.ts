// Runs every command that the documentation shows. FORETRACE_UPDATE=1 writes the real outputs into the documents.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, type TestContext, test } from 'vitest';
import { jar } from '../../scripts/java.mjs';
import { folder, foretrace, needsProcess, root, shell } from '../cli/run.ts';
import { type Needed, needs, needsRust } from '../needs.ts';
import { needsJava } from '../record-java/jdks.ts';
import { all } from '../runs.ts';
import { type Block, blocks, matches, type Step, tidy } from './transcript.ts';

const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...pages.sort().map((path) => `docs/${path}`)];

/** A command line that needs no shell: words without quotes, variables, pipes and patterns. */
const PLAIN = /^foretrace(?: [\w./=:,@+-]+)*$/;

function play(step: Step, cwd: string): { status: number | null; output: string } {
  const line = step.command.replace(/\bnpx foretrace\b/g, 'foretrace');
  const [bare] = line.split(/ +# /);
  const [, ...words] = bare!.split(/ +/);
  const isPlain = PLAIN.test(bare!) && !needsProcess.has(words[0]);
  const { status, stdout } = isPlain ? foretrace(words, { cwd, merged: true }) : shell(`${line}\n`, { cwd, merged: true });
  return { status, output: stdout };
}

const isEverything = all || process.env['FORETRACE_UPDATE'] !== undefined;
const RECORDS = /\bforetrace (?:run|record|cc|c\+\+|rustc|cargo|fleet) /;
/** What everybody reads first. */
const FIRST: readonly string[] = ['README.md', 'docs/tutorial-c.md'];

/** Whether it records nothing, and makes no database; the others are left to .ci/run. */
function isQuick(document: string, found: readonly Block[]): boolean {
  return FIRST.includes(document) || !found.some(({ steps }) => steps.some(({ command }) => RECORDS.test(command)));
}

/** What the commands of a document call. */
function needed(found: readonly Block[]): Needed[] {
  const commands = found.flatMap(({ steps }) => steps.map(({ command }) => command)).join('\n');
  const calls = (pattern: RegExp): boolean => pattern.test(commands);
  const names: Needed[] = [];
  if (calls(/\bforetrace (?:cc|doctor)\b/)) names.push('c');
  if (calls(/\bforetrace (?:c\+\+|doctor)/)) names.push('c++');
  if (calls(/\bmake\b/)) names.push('make');
  return names;
}

/** The lines of a fence with the outputs that the commands have today; an output with `…` is somebody's choice and stays. */
function rewritten(block: Block, outputs: ReadonlyMap<Step, string>): string[] {
  return block.steps.flatMap((step) => {
    if (step.output === undefined) return [`$ ${step.command}`];
    const output = step.output.includes('…') ? step.output : tidy(outputs.get(step)!);
    return [`$ ${step.command}`, ...output.split('\n')];
  });
}

/** What plug-ins import. */
function install(cwd: string): void {
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(join(inject('main'), '../../..'), join(cwd, 'node_modules/foretrace'));
}

/** The agent of Java, into what the tests of this run have built. */
function installJava(context: TestContext): void {
  needsJava(context);
  cpSync(jar, join(inject('main'), '../../record/java/foretrace-java.jar'));
}

describe.each(documents)('%s', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const found = blocks(text);

  test('its links lead somewhere', () => {
    for (const [, target] of text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g))
      expect(existsSync(join(root, document, '..', target!)), `${document}: ${target}`).toBe(true);
  });

  // Nothing to do is no test that was left.
  if (found.length === 0) return;

  test.runIf(isEverything || isQuick(document, found))('its commands do what it says', (context) => {
    needs(needed(found), context);
    if (found.some(({ steps }) => steps.some(({ command }) => /\bforetrace (?:rustc|cargo)\b/.test(command)))) needsRust(context);
    if (found.some(({ steps }) => steps.some(({ command }) => /\bmvn\b/.test(command)))) installJava(context);
    const cwd = folder();
    const uses = (path: string) => found.some(({ steps }) => steps.some(({ command }) => command.includes(path)));
    for (const shown of ['traces', 'examples'].filter(uses)) cpSync(join(root, shown), join(cwd, shown), { recursive: true });
    if (uses('examples/plugins')) install(cwd);
    const lines = text.split('\n');
    const edits: [Block, string[]][] = [];
    for (const block of found) {
      const outputs = new Map<Step, string>();
      for (const step of block.steps) {
        const { status, output } = play(step, cwd);
        outputs.set(step, output);
        expect(status, `${document}:${step.line}: ${step.command}\n${output}`).toBe(step.status);
        if (step.output === undefined || process.env['FORETRACE_UPDATE']) continue;
        if (!matches(step.output, output)) expect(tidy(output), `${document}:${step.line}`).toBe(step.output);
      }
      if (block.steps.some(({ output }) => output !== undefined)) edits.push([block, rewritten(block, outputs)]);
    }
    if (!process.env['FORETRACE_UPDATE']) return;
    for (const [{ from, to }, replacement] of edits.reverse()) lines.splice(from, to - from, ...replacement);
    writeFileSync(join(root, document), lines.join('\n'));
  });
});
