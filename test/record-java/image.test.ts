// Runtime images of jlink, by what they say of themselves.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { imageRemark } from '../../src/record/java/image.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-java-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The program of an image. */
function image(name: string, release: string | undefined): string {
  const program = join(folder, name, 'bin/shop');
  mkdirSync(join(folder, name, 'bin'), { recursive: true });
  writeFileSync(program, '');
  chmodSync(program, 0o755);
  if (release !== undefined) writeFileSync(join(folder, name, 'release'), release);
  return program;
}

test('an image that no agent can come into is told of', () => {
  const program = image('small', 'JAVA_VERSION="17.0.1"\nMODULES="java.base java.logging"\n');
  expect(imageRemark([program], {})).toMatch(/has no module java\.instrument.*jlink --add-modules java\.instrument$/);
  expect(imageRemark(['shop'], { PATH: join(folder, 'small/bin') })).toMatch(/^the Java of shop has no module/);
});

test('all other programs are not', () => {
  expect(imageRemark([image('whole', 'MODULES="java.base java.instrument"\n')], {})).toBeUndefined();
  expect(imageRemark([image('other', 'NAME="no Java"\n')], {})).toBeUndefined();
  expect(imageRemark([image('none', undefined)], {})).toBeUndefined();
  expect(imageRemark(['no such program'], { PATH: '' })).toBeUndefined();
});
