// biome-ignore-all lint/suspicious/noWith: what this is about
// biome-ignore-all lint/security/noGlobalEval: what this is about
// A sandbox, as SES makes them: all built-in objects are frozen, and text runs by `eval` where a proxy hides the global names.
const { isMainThread, Worker, workerData } = require('node:worker_threads');

const examples = [
  [],
  () => {},
  async () => {},
  function* () {},
  async function* () {},
  new Int32Array(1),
  new SharedArrayBuffer(1),
  {},
];
for (const example of examples)
  for (let object = Object.getPrototypeOf(example); object !== null; object = Object.getPrototypeOf(object))
    Object.freeze(object);

const released = eval;
function evaluator(globals) {
  const scope = new Proxy(globals, {
    has: () => true,
    get: (target, name) => (name === 'eval' ? released : Reflect.get(target, name)),
  });
  return new Function('with (this) return function () { "use strict"; return eval(arguments[0]); };').call(scope);
}

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(__filename, { workerData: cells });
  cells[3] = 4;
} else {
  const evaluate = evaluator({ cells: workerData });
  evaluate('const sum = ([, ...list]) => { let all = 0; for (const x of list) all += x; return all; }; sum(cells) + cells[3]');
}
