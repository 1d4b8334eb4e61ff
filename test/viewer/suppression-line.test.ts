import { expect, test } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { parseSuppressions } from '../../src/findings/suppression.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { suppressionLine } from '../../src/viewer/model/suppression-line.ts';
import { nastyTrace } from '../report/nasty-trace.ts';

test('the line suppresses its finding and no other, whatever the names are', async () => {
  const { findings } = await analyze(memoryInput('run.std', nastyTrace), { detectors: [fasttrack] });
  expect(findings.length).toBeGreaterThan(3);
  for (const finding of findings) {
    const rules = parseSuppressions(`${suppressionLine(finding)}\n`, 'rules');
    expect(rules).toHaveLength(1);
    expect(findings.filter((one) => rules[0]!.matches(one))).toEqual([finding]);
  }
});
