import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('the package holds what it needs and nothing else', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root, encoding: 'utf8' });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  for (const wanted of [
    'package.json',
    'README.md',
    'CHANGELOG.md',
    'LICENSE',
    'SECURITY.md',
    'docs/README.md',
    'examples/c/Makefile',
    'examples/node/counter.mjs',
    'examples/plugins/single-writer.mjs',
    'examples/mending/node/ring-before.mjs',
    'schema/report-1.json',
    'tools/check-witness.py',
  ])
    expect(paths).toContain(wanted);
  // dist is there only after a build; what is in it then is JavaScript and its types, and the
  // C sources that users' compilers compile, and the agent of Java.
  for (const path of paths)
    expect(path).toMatch(
      /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|SECURITY\.md|tools\/check-witness\.py|docs\/.+\.(md|png|svg)|examples\/(c\/(Makefile|\w+\.[ch])|java\/(pom\.xml|src\/.+\.java)|node\/[\w-]+\.mjs|rust\/(Cargo\.toml|\w+\.rs)|wasm\/lock\.(wasm|wat)|mending\/(c\/[\w-]+\.c|node\/[\w-]+\.mjs)|plugins\/[\w-]+\.mjs)|schema\/.+\.json|dist\/.+\.(js|cjs|d\.ts|d\.cts)|dist\/record\/c\/runtime\/.+\.[ch]|dist\/record\/java\/foretrace-java\.jar)$/,
    );
});

test('npm has nothing to warn of where the package is installed', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) expect(Object.keys(scripts)).not.toContain(name);
  // In a clone `npm install` builds, and so does whoever packs.
  expect(scripts).toMatchObject({ prepublish: 'npm run build', prepack: expect.stringMatching(/^npm run build && /) });
});

test('nobody packs without the recorder of Java by chance', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'foretrace-pack-'));
  const check = (env: NodeJS.ProcessEnv = {}) =>
    spawnSync('node', [join(root, 'scripts/check-pack.mjs')], { cwd, encoding: 'utf8', env: { ...process.env, ...env } });
  try {
    expect(check()).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^the package would be without the recorder of Java, .*Maven.*\n$/),
    });
    expect(check({ FORETRACE_PACK: 'without-java' })).toMatchObject({ status: 0, stderr: '' });
    mkdirSync(join(cwd, 'dist/record/java'), { recursive: true });
    writeFileSync(join(cwd, 'dist/record/java/foretrace-java.jar'), '');
    expect(check()).toMatchObject({ status: 0, stderr: '' });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});
