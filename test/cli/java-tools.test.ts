// JVMs of tools run as they are; what they run of the project is recorded, or missed by name.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, type TestContext, test } from 'vitest';
import { jar } from '../../scripts/java.mjs';
import { finished } from '../record/judge.ts';
import { compiled, homes, programs } from '../record-java/compiled.ts';
import { foretrace, type Outcome } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-java-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(homes)('on %s', (home) => {
  const java = join(home, 'bin/java');

  /** A tool that does this with a class of the project. */
  async function built(way: string, context: TestContext, options: readonly string[] = []): Promise<Outcome> {
    const program = await compiled(home, folder, 'Managed.java', context);
    const tool = await compiled(home, folder, 'tool/org/codehaus/classworlds/Launcher.java', context);
    // A tool comes in jars.
    const path = join(tool, 'tool.jar');
    const { status, output } = await finished([join(home, 'bin/jar'), 'cf', path, '-C', tool, 'org'], programs);
    if (status !== 0) throw new Error(output);
    cpSync(jar, join(inject('main'), '../../record/java/foretrace-java.jar'));
    const words = [java, '-cp', path, 'org.codehaus.classworlds.Launcher', way, program, 'Managed'];
    return foretrace(['run', ...options, '--', ...words], { cwd: folder });
  }

  test('what runs in a JVM of its own is recorded, and the tool is not', async (context) => {
    const { status, stdout, stderr } = await built('forked', context);
    expect(stdout).toContain('Managed.value');
    expect(stdout).not.toContain('Launcher.jobs');
    expect(stderr).toContain("foretrace: not recorded, as tools: the code of Maven; --include '**' records it");
    expect(status).toBe(1);
  });

  test('what runs within the tool is missed by name', async (context) => {
    const { status, stdout, stderr } = await built('within', context);
    expect(stdout).toContain('both are done');
    expect(stderr + stdout).toMatch(/Managed and what it calls ran within Maven's own JVM, which is not recorded.*forkCount=1/);
    expect(status).toBe(3);
  });

  test('a tool alone has recorded nothing, and says why', async (context) => {
    const { status, stderr } = await built('nothing', context);
    expect(stderr).toContain('there was only Maven, whose own processes are not recorded');
    expect(status).toBe(2);
  });

  test("--include '**' records the tool, too", async (context) => {
    const { status, stdout } = await built('within', context, ['--include', '**']);
    expect(stdout).toContain('Launcher.jobs');
    expect(stdout).toContain('Managed.value');
    expect(status).toBe(1);
  });
});
