// Verdicts are kept after every program: a call that was cut goes on where it was with --resume.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Verdict } from './judge.ts';

export class KeptVerdicts {
  private readonly file: string;
  private readonly verdicts: Map<string, Verdict>;

  constructor(file: string, resumes: boolean) {
    this.file = file;
    const known = resumes && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Verdict[]) : [];
    this.verdicts = new Map(known.map((verdict) => [verdict.id, verdict]));
  }

  get(id: string): Verdict | undefined {
    return this.verdicts.get(id);
  }

  keep(verdict: Verdict): void {
    this.verdicts.set(verdict.id, verdict);
    writeFileSync(`${this.file}.part`, `${JSON.stringify([...this.verdicts.values()], null, 1)}\n`);
    renameSync(`${this.file}.part`, this.file);
  }
}
