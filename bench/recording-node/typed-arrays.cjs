// Typed arrays that no other thread can see: the hooks must find out, again and again.

'use strict';

function matrix(size) {
  const a = Float64Array.from({ length: size * size }, (_, i) => (i % 11) + 0.5);
  const b = Float64Array.from(a);
  const out = new Float64Array(size * size);
  return () => {
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        let sum = 0;
        for (let k = 0; k < size; k++) sum += a[y * size + k] * b[k * size + x];
        out[y * size + x] = sum;
      }
    }
    return out[size];
  };
}

function crc(size) {
  const table = new Uint32Array(256);
  for (let n = 0; n < 256; n++) {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    table[n] = c >>> 0;
  }
  const data = Uint8Array.from({ length: size }, (_, i) => i * 31);
  return () => {
    let c = 0xffffffff;
    for (let i = 0; i < data.length; i++) c = table[(c ^ data[i]) & 0xff] ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  };
}

function blur(width, height) {
  const image = Uint8ClampedArray.from({ length: width * height }, (_, i) => (i * i) % 255);
  const out = new Uint8ClampedArray(width * height);
  return () => {
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const at = y * width + x;
        out[at] = (image[at - width] + image[at - 1] + 2 * image[at] + image[at + 1] + image[at + width]) / 6;
      }
    }
    return out[width * 2];
  };
}

function particles(count) {
  const field = () => Float32Array.from({ length: count }, (_, i) => (i % 17) / 17);
  const [x, y, vx, vy, m] = [field(), field(), field(), field(), field()];
  return () => {
    for (let i = 0; i < count; i++) {
      vx[i] -= x[i] * m[i] * 0.01;
      vy[i] -= y[i] * m[i] * 0.01;
      x[i] += vx[i];
      y[i] += vy[i];
    }
    return x[1];
  };
}

function histogram(size) {
  const data = Uint8Array.from({ length: size }, (_, i) => (i * 7919) % 251);
  return () => {
    const counts = new Uint32Array(256);
    for (const value of data) counts[value]++;
    return counts[3];
  };
}

class Bits {
  constructor(size) {
    this.words = new Uint32Array(size >> 5);
  }
  set(i) {
    this.words[i >> 5] |= 1 << (i & 31);
  }
  has(i) {
    return (this.words[i >> 5] & (1 << (i & 31))) !== 0;
  }
}

function bits(size) {
  return () => {
    const composite = new Bits(size);
    let primes = 0;
    for (let i = 2; i < size; i++) {
      if (composite.has(i)) continue;
      primes++;
      for (let j = i * 2; j < size; j += i) composite.set(j);
    }
    return primes;
  };
}

require('./best.cjs')({
  'matrix product': matrix(120),
  crc: crc(400_000),
  blur: blur(400, 300),
  particles: particles(60_000),
  histogram: histogram(300_000),
  'bit sieve': bits(320_000),
});
