// Runs each kernel some times and prints the best time of each, in nanoseconds of processor time, as JSON: other programs on the machine
// disturb that least.

'use strict';

function now() {
  const { user, system } = process.cpuUsage();
  return 1000 * (user + system);
}

module.exports = (kernels) => {
  const repeats = Number(process.argv[2]);
  const times = {};
  for (const [name, kernel] of Object.entries(kernels)) {
    let least = Number.POSITIVE_INFINITY;
    for (let n = 0; n < repeats; n++) {
      const begin = now();
      kernel();
      least = Math.min(least, now() - begin);
    }
    times[name] = least;
  }
  process.stdout.write(JSON.stringify(times));
};
