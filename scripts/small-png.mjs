// A screenshot as a PNG with a palette of 256 colours: a page of text has few, and it becomes a third as large. No other program is needed.

import { crc32, deflateSync } from 'node:zlib';

const MOST_COLORS = 256;

/** The browser reads the screenshot. */
export async function smallPng(browser, screenshot) {
  const blank = await browser.newPage();
  const { width, height, pixels } = await blank.evaluate(pixelsOf, screenshot.toString('base64'));
  await blank.close();
  const { palette, indexes } = quantized(Buffer.from(pixels, 'base64'));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits, of a palette.
  header.set([8, 3, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [
    ['IHDR', header],
    ['PLTE', palette],
    ['IDAT', deflateSync(rows, { level: 9 })],
    ['IEND', Buffer.alloc(0)],
  ];
  return Buffer.concat([signature, ...chunks.map(([type, data]) => chunk(type, data))]);
}

/** In the browser: the pixels of a picture, four bytes each, as base64. */
async function pixelsOf(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let text = '';
  for (let i = 0; i < data.length; i += 0x6000) text += String.fromCharCode(...data.subarray(i, i + 0x6000));
  return { width: image.width, height: image.height, pixels: btoa(text) };
}

/** The commonest colours, and for each pixel the nearest of them. */
function quantized(pixels) {
  const counts = new Map();
  const color = (i) => (pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2];
  for (let i = 0; i < pixels.length; i += 4) counts.set(color(i), (counts.get(color(i)) ?? 0) + 1);
  const colors = [...counts].sort((a, b) => b[1] - a[1]).map(([one]) => one);
  const kept = colors.slice(0, MOST_COLORS);
  const nearest = new Map(colors.map((one) => [one, nearestOf(kept, one)]));
  const indexes = new Uint8Array(pixels.length / 4);
  for (let i = 0; i < indexes.length; i++) indexes[i] = nearest.get(color(4 * i));
  return { palette: Buffer.from(kept.flatMap((one) => [one >> 16, (one >> 8) & 255, one & 255])), indexes };
}

function nearestOf(colors, wanted) {
  let best = 0;
  let distance = Number.POSITIVE_INFINITY;
  for (let i = 0; i < colors.length; i++) {
    const away = [16, 8, 0].reduce((sum, shift) => sum + (((colors[i] >> shift) & 255) - ((wanted >> shift) & 255)) ** 2, 0);
    if (away >= distance) continue;
    best = i;
    distance = away;
  }
  return best;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
