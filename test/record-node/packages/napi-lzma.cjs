// Bytes that threads of WebAssembly pack and unpack.
const { xz } = require('@napi-rs/lzma-wasm32-wasi');

const texts = [0, 1, 2].map((i) => `text ${i} `.repeat(20));
Promise.all(texts.map((text) => xz.compress(text))).then(async (packed) => {
  const unpacked = await Promise.all(packed.map((bytes) => xz.decompress(bytes)));
  console.log(
    packed.map(({ length }) => length).join(),
    unpacked.every((bytes, i) => bytes.toString() === texts[i]),
  );
  process.exit(0);
});
