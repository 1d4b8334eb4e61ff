// Files that the threads of a bundler transform and make shorter.
const { minify, transform } = require('@rolldown/binding-wasm32-wasi');

const texts = [0, 1, 2].map((i) => `export const x${i}: number = ${i} + 1;\n`);
Promise.all(texts.map((text, i) => transform(`file${i}.ts`, text))).then(async (results) => {
  const short = await Promise.all(results.map(({ code }, i) => minify(`file${i}.js`, code)));
  console.log(short.map(({ code }) => code).join(''));
  process.exit(0);
});
