// Processor time of this process, its garbage collector included: unlike the clock on the wall it hardly depends on what else runs on the machine.

/** Seconds that the work took. */
export function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
