// Builds the viewer (src/viewer/page/main.tsx with all that it imports, and its style) into src/report/html/page.ts, a module with two strings and
// their hashes: reports are pure functions, and the page is data to them. It is not committed: `npm run build`, `npm run types`, `npm run lint` and
// the tests make it anew, in a third of a second. esbuild, because it is here already and needs no plug-in for TSX or for one file.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const PAGE = 'src/report/html/page.ts';

/** Bundles for browsers: what the page and the site have in common. */
export async function bundled(entry, options = {}) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    charset: 'ascii',
    format: 'iife',
    platform: 'browser',
    target: ['chrome111', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
    // Detectors on several cores find their files by it; in a page they run in one worker.
    logOverride: { 'empty-import-meta': 'silent' },
    plugins: [bothColors],
    ...options,
  });
  return outputFiles[0].text;
}

/**
 * light-dark(a, b) for browsers that do not know it, and for a canvas, which cannot ask for it: a rule for each, by the system or by what the reader chose
 * (data-theme at the root).
 */
const bothColors = {
  name: 'both colours',
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, ({ path }) => ({ contents: withBothColors(readFileSync(path, 'utf8')), loader: 'css' }));
  },
};

const COLORS = /light-dark\(([^,()]+),\s*([^,()]+)\)/g;

function withBothColors(css) {
  const text = css.replace(/\/\*.*?\*\//gs, '');
  const made = text.replace(/([^{};]+)\{([^{}]*light-dark\([^{}]*)\}/g, (_, selector, body) => {
    const of = (root) => (selector.trim() === ':root' ? root : `${root} ${selector.trim()}`);
    const dark = body.split(';').filter((declaration) => declaration.includes('light-dark('));
    const darkBody = `{${dark.join(';').replace(COLORS, '$2')}}`;
    const bySystem = `@media (prefers-color-scheme: dark) {${of(':root:not([data-theme="light"])')} ${darkBody}}`;
    return `${selector}{${body.replace(COLORS, '$1')}}\n${bySystem}\n${of(':root[data-theme="dark"]')} ${darkBody}`;
  });
  if (made.includes('light-dark(')) throw new Error(`light-dark() in a place that this does not understand`);
  return made;
}

/** Of an inline script or style, as a policy allows it. */
export function policyHash(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

async function page() {
  const script = await bundled('src/viewer/page/main.tsx');
  const style = await bundled('src/viewer/page/style.css');
  // What would end the element that it stands in, or begin a comment there.
  for (const wrong of [/<\/script/i, /<!--/]) if (wrong.test(script)) throw new Error(`the script of the page has ${wrong}`);
  if (/<\/style/i.test(style)) throw new Error('the style of the page would end its element');
  const constants = { SCRIPT: script, SCRIPT_HASH: policyHash(script), STYLE: style, STYLE_HASH: policyHash(style) };
  return [
    '// The viewer as it is built from src/viewer by scripts/page.mjs.\n',
    ...Object.entries(constants).map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`),
  ].join('');
}

/** Writes the module if it is not as it should be. */
export async function writePage() {
  const text = await page();
  const path = join(root, PAGE);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  // Tests may read it while others write it.
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writePage();
