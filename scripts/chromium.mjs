// Finds the browser for `npm run test:browser`: what CHROMIUM names, or the first of the usual names on the PATH.
// `node scripts/chromium.mjs` prints where it is and exits 1 if there is none.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const MISSING = `the tests of the HTML report need Chromium, and there is none on the PATH
  Debian, Ubuntu: apt-get install chromium
  elsewhere: install Chromium or Chrome, and set CHROMIUM to the program if it is not on the PATH`;

/** The path of the browser; throws with what to install. */
export function chromium() {
  const named = process.env['CHROMIUM'];
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = named ? [named] : NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = candidates.find(isProgram);
  if (found === undefined) throw new Error(named ? `CHROMIUM names ${named}, which cannot be run` : MISSING);
  return found;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(chromium());
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
