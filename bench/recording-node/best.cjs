// Runs each kernel some times and prints the best time of each, in nanoseconds, as JSON.

'use strict';

module.exports = (kernels) => {
  const repeats = Number(process.argv[2] ?? 20);
  const times = {};
  for (const [name, kernel] of Object.entries(kernels)) {
    let least = Number.POSITIVE_INFINITY;
    for (let n = 0; n < repeats; n++) {
      const begin = process.hrtime.bigint();
      kernel();
      least = Math.min(least, Number(process.hrtime.bigint() - begin));
    }
    times[name] = least;
  }
  process.stdout.write(JSON.stringify(times));
};
