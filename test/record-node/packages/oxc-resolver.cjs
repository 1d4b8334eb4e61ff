// Paths that threads of WebAssembly look for, one after the other: two that meet at a lock of this module end the process.
const { ResolverFactory } = require('@oxc-resolver/binding-wasm32-wasi');

const resolver = new ResolverFactory({ extensions: ['.mjs', '.cjs'] });
(async () => {
  const found = [];
  for (const name of ['./task', './synckit', './piscina']) found.push(await resolver.async(__dirname, name));
  console.log(found.map(({ path, error }) => (path ?? error).replace(__dirname, '')).join());
  process.exit(0);
})();
