// Files that are parsed in threads of WebAssembly.
const { parse } = require('@oxc-parser/binding-wasm32-wasi');

const texts = Array.from({ length: 4 }, (_, i) => `export const x${i} = ${i} + 1;\n`.repeat(20));
Promise.all(texts.map((text, i) => parse(`file${i}.js`, text))).then((results) => {
  console.log(results.map(({ program }) => JSON.parse(program).node.body.length).join());
  process.exit(0);
});
