// What a suite has found of each program is kept after every one: a call that was cut goes on where it was with --resume.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export class Kept<One extends { readonly id: string }> {
  private readonly file: string;
  private readonly known: Map<string, One>;

  constructor(file: string, resumes: boolean) {
    this.file = file;
    const known = resumes && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly One[]) : [];
    this.known = new Map(known.map((one) => [one.id, one]));
  }

  get(id: string): One | undefined {
    return this.known.get(id);
  }

  keep(one: One): void {
    this.known.set(one.id, one);
    writeFileSync(`${this.file}.part`, `${JSON.stringify([...this.known.values()], null, 1)}\n`);
    renameSync(`${this.file}.part`, this.file);
  }
}
