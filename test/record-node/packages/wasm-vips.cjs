// A picture that is inverted by the threads of an image library.
const Vips = require('wasm-vips');

Vips({ dynamicLibraries: [] }).then((vips) => {
  vips.concurrency(2);
  const picture = vips.Image.black(64, 256, { bands: 1 }).linear(1, 40).cast('uchar').invert();
  const bytes = picture.writeToMemory();
  console.log(
    bytes.length,
    bytes.every((byte) => byte === 215),
  );
  process.exit(0);
});
