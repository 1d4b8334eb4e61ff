// TypeScript that threads of WebAssembly make JavaScript of.
const { transform } = require('@oxc-transform/binding-wasm32-wasi');

const text = (i) => `export const x${i}: number = ${i};\n`.repeat(1) + 'enum Color { Red }\nexport type T = Color;\n'.repeat(3);
Promise.all([0, 1, 2].map((i) => transform(`file${i}.ts`, text(i)))).then((results) => {
  console.log(results.map(({ code, errors }) => `${code}${errors.length}`).join('\n'));
  process.exit(0);
});
