// `node scripts/slowest-tests.mjs REPORT.json…`: the ten test files that took longest, of the JSON reports of vitest. A report that is missing or
// cut says nothing.

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const MOST = 10;

function testFiles(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    return [];
  }
}

process.argv
  .slice(2)
  .flatMap(testFiles)
  .map(({ name, startTime, endTime }) => ({ name: relative('', name), seconds: (endTime - startTime) / 1000 }))
  .sort((a, b) => b.seconds - a.seconds)
  .slice(0, MOST)
  .forEach(({ name, seconds }) => {
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
  });
