// Paths as patterns, places and fingerprints have them: with slashes, on every system.

export function slashed(path: string, separator: string): string {
  return separator === '/' ? path : path.replaceAll(separator, '/');
}
