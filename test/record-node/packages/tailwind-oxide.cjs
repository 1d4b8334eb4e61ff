// Names of classes that threads of WebAssembly look for in files.
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { Scanner } = require('@tailwindcss/oxide-wasm32-wasi');

const folder = mkdtempSync(join(tmpdir(), 'foretrace-oxide-'));
for (let i = 0; i < 4; i++) writeFileSync(join(folder, `${i}.html`), `<p class="p-${i} mt-[${i}px] underline">text</p>`);
const scanner = new Scanner({ sources: [{ base: folder, pattern: '**/*', negated: false }] });
console.log(scanner.scan().sort().join());
console.log(scanner.files.length);
rmSync(folder, { recursive: true });
process.exit(0);
