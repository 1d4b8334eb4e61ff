// What recording Java needs: the agent, which a clone that was built without Maven lacks, and a JVM that is new enough.

import { spawnSync } from 'node:child_process';
import type { Check } from '../c/checks.ts';
import type { Environment } from '../c/toolchain.ts';
import { agentPath } from './recorder.ts';

const OLDEST = 17;

export function javaChecks(env: Environment): Check[] {
  const agent = agentPath();
  const ours: Check = {
    id: 'java-agent',
    title: "Java's recorder",
    ok: agent !== undefined,
    detail: agent === undefined ? 'it is not built' : 'the agent is there',
    hint: agent === undefined ? 'in a clone: install a JDK and Maven, then npm run build' : '',
  };
  return [virtualMachine(env), ours];
}

function virtualMachine(env: Environment): Check {
  const about = { id: 'java', title: 'Java' };
  const { status, stderr, stdout } = spawnSync('java', ['-version'], { env, encoding: 'utf8' });
  if (status !== 0)
    return { ...about, ok: false, detail: 'there is no java on PATH', hint: `install a JDK of Java ${OLDEST} or later` };
  const [, version = ''] = /version "([^"]+)"/.exec(`${stderr}${stdout}`) ?? [];
  const ok = Number.parseInt(version, 10) >= OLDEST;
  return { ...about, ok, detail: `Java ${version}`, hint: ok ? '' : `Java ${OLDEST} and later can be recorded` };
}
