// Texts that threads of WebAssembly make shorter.
const { minify } = require('@oxc-minify/binding-wasm32-wasi');

const text = (i) => `const aLongName = ${i} + 1;\nif (aLongName) console.log(aLongName);\n`;
Promise.all([0, 1, 2].map((i) => minify(`file${i}.js`, text(i)))).then((results) => {
  console.log(results.map(({ code }) => code).join('\n'));
  process.exit(0);
});
