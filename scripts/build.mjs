// Builds dist from src: one .js and one .d.ts per source file, and the program in few files; and the same of the fleet's package. `npm install` in a
// clone runs it by `prepublish`: npm warns those who install the package of each `prepare` in it, though it never runs there.

import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { buildJava, jar } from './java.mjs';
import { writePage } from './page.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

// Built aside and put in place at the end: a program that is running, or a build that fails, keeps what it has.
const next = join(root, 'node_modules/.cache/foretrace/dist');
rmSync(next, { recursive: true, force: true });
await writePage();
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', next], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);
// The C sources of the native recorder: users' compilers compile them.
const runtime = 'record/c/runtime';
cpSync(join(root, 'src', runtime), join(next, runtime), { recursive: true });
// The agent of the recorder of Java.
if (buildJava()) cpSync(jar, join(next, 'record/java/foretrace-java.jar'));
await bundle(next);
chmodSync(join(next, 'cli/main.js'), 0o755);
rmSync(join(root, 'dist'), { recursive: true, force: true });
renameSync(next, join(root, 'dist'));

// The fleet's package, which sees the types of this one in dist.
const fleet = join(root, 'fleet');
rmSync(join(fleet, 'dist'), { recursive: true, force: true });
const built = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: fleet, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

// npm links the programs of dependencies, not those of the package itself: without this link, `npx foretrace` in a clone
// first installs the clone into npm's cache. It still works so on Windows, where a link would need a wrapper.
if (process.platform !== 'win32') {
  const link = join(root, 'node_modules/.bin/foretrace');
  rmSync(link, { force: true });
  symlinkSync('../../dist/cli/main.js', link);
}
