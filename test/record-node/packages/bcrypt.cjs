// Passwords that are hashed in threads of WebAssembly, with the least cost.
const { hash, verify } = require('@node-rs/bcrypt-wasm32-wasi');

const words = ['one', 'two'];
Promise.all(words.map((word) => hash(word, 4, Buffer.alloc(16, 7)))).then(async (hashes) => {
  const answers = await Promise.all([verify('one', hashes[0]), verify('two', hashes[1]), verify('one', hashes[1])]);
  console.log(hashes.join('\n'), answers.join());
  process.exit(0);
});
