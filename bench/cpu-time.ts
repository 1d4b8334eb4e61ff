// Processor time of this process, its garbage collector included: unlike the clock on the wall it hardly depends on what else runs on the machine.

/** Seconds that the work took. */
export function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Nanoseconds of the best of `repeats` runs. */
export function bestCpu(repeats: number, work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < repeats; i++) least = Math.min(least, cpuSeconds(work) * 1e9);
  return least;
}
