// Pictures that are made smaller in threads of WebAssembly.
const sharp = require('sharp');

const create = (i) => ({ width: 16, height: 16, channels: 3, background: { r: 60 * i, g: 20, b: 200 } });
const small = (i) =>
  sharp({ create: create(i) })
    .resize(4, 4)
    .raw()
    .toBuffer();
Promise.all([0, 1, 2].map(small)).then((pictures) => {
  console.log(pictures.map((bytes) => `${bytes.length} ${bytes.subarray(0, 3).join()}`).join('\n'));
  process.exit(0);
});
