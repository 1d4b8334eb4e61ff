// Builds the recorder of Java: a jar in src/record/java/target, where it is used from in a clone and copied to dist from. Only where there is a JDK and Maven: without
// them all the rest is built, and a line says what is not. `node scripts/java.mjs` builds it alone.

import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../src/record/java', import.meta.url));
export const jar = join(folder, 'target/foretrace-java.jar');

/** Builds it if its sources are newer; whether it is there. */
export function buildJava() {
  const sources = ['pom.xml', ...readdirSync(join(folder, 'src'), { recursive: true }).map((path) => join('src', String(path)))];
  const newest = Math.max(...sources.map((path) => statSync(join(folder, path)).mtimeMs));
  if (existsSync(jar) && statSync(jar).mtimeMs > newest) return true;
  const why = missing();
  if (why !== undefined) {
    console.log(`the recorder of Java is not built: ${why} missing`);
    return false;
  }
  // Processes of tests build at the same time, and JVMs read the jar meanwhile: each builds in a folder of its own, and its jar takes the place of the last.
  const own = mkdtempSync(join(tmpdir(), 'foretrace-build-'));
  const words = ['--batch-mode', '--quiet', `-Dbuild.folder=${own}`, 'package'];
  const { status } = spawnSync('mvn', words, { cwd: folder, stdio: 'inherit' });
  if (status === 0) {
    mkdirSync(dirname(jar), { recursive: true });
    const aside = `${jar}.${process.pid}`;
    copyFileSync(join(own, basename(jar)), aside);
    renameSync(aside, jar);
  }
  rmSync(own, { recursive: true, force: true });
  // Without a network for instance: who installs foretrace need not want Java. Tests fail without it where there is Maven.
  if (status !== 0) console.log('the recorder of Java is not built: Maven failed, for what it says above');
  return status === 0;
}

function missing() {
  const absent = ['javac', 'mvn'].filter((name) => spawnSync(name, ['-version'], { stdio: 'ignore' }).status !== 0);
  const names = absent.map((name) => (name === 'mvn' ? 'Maven' : 'a JDK'));
  return names.length === 0 ? undefined : `${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildJava();
