// Two numbers that the solver finds in a thread of WebAssembly.
const { init, killThreads } = require('z3-solver');

init().then(async ({ Context, em }) => {
  const { Int, Solver } = new Context('main');
  const [x, y] = [Int.const('x'), Int.const('y')];
  const solver = new Solver();
  solver.add(x.add(2).eq(y.sub(10)), y.eq(15));
  const answer = await solver.check();
  console.log(answer, solver.model().get(x).toString());
  killThreads(em);
  process.exit(0);
});
