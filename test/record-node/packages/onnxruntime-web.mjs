// A product of two matrices, whose rows two threads share.
import * as ort from 'onnxruntime-web';

const SIZE = 64;

/** The model as the bytes of its protocol buffer: numbers of fields, and what they hold. */
const field = (number, bytes) => [number * 8 + 2, ...length(bytes.length), ...bytes];
const number = (of, value) => [of * 8, ...length(value)];
const text = (of, value) => field(of, [...Buffer.from(value)]);
const length = (value) => (value < 128 ? [value] : [(value % 128) + 128, ...length(Math.trunc(value / 128))]);
const dimensions = field(2, [...field(1, number(1, SIZE)), ...field(1, number(1, SIZE))]);
const matrix = (of, name) => field(of, [...text(1, name), ...field(2, field(1, [...number(1, 1), ...dimensions]))]);
const node = field(1, [...text(1, 'a'), ...text(1, 'b'), ...text(2, 'c'), ...text(4, 'MatMul')]);
const graph = [...node, ...text(2, 'graph'), ...matrix(11, 'a'), ...matrix(11, 'b'), ...matrix(12, 'c')];
const model = Uint8Array.from([...number(1, 8), ...field(7, graph), ...field(8, number(2, 13))]);

ort.env.wasm.numThreads = 2;
const session = await ort.InferenceSession.create(model);
const tensor = (value) => new ort.Tensor('float32', new Float32Array(SIZE * SIZE).fill(value), [SIZE, SIZE]);
const { c } = await session.run({ a: tensor(1), b: tensor(2) });
console.log(
  c.dims.join(),
  c.data.every((one) => one === 2 * SIZE),
);
process.exit(0);
