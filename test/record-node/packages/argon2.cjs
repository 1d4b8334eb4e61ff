// Passwords that are hashed in threads of WebAssembly, with as little work as the algorithm allows.
const { Algorithm, hash, verify } = require('@node-rs/argon2-wasm32-wasi');

const options = { algorithm: Algorithm.Argon2id, memoryCost: 8, timeCost: 1, parallelism: 1, salt: Buffer.alloc(16, 7) };
const words = ['one', 'two', 'three'];
Promise.all(words.map((word) => hash(word, options))).then(async (hashes) => {
  const answers = await Promise.all(hashes.map((one, i) => verify(one, words[i])));
  const wrong = await verify(hashes[0], 'two');
  console.log(hashes.join('\n'), answers.join(), wrong);
  process.exit(0);
});
