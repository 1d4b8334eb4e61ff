// The command blocks of the documentation: ```sh fences with plain commands, or with `$ ` before commands and the output below.
// A command ends with status 0 unless a comment on its line says `# exits with N`; `…` in an output stands for anything.
// A block after `<!-- not run: why -->` is left alone.

export interface Step {
  readonly command: string;
  readonly status: number;
  /** Undefined where the document does not show the output. */
  readonly output: string | undefined;
  /** 1-based line of the command in the document. */
  readonly line: number;
}

export interface Block {
  /** Lines [from, to) of the document are inside the fence, 0-based. */
  readonly from: number;
  readonly to: number;
  readonly steps: readonly Step[];
}

export function blocks(markdown: string): Block[] {
  const lines = markdown.split('\n');
  const found: Block[] = [];
  for (let i = 0; i < lines.length; i++) {
    if (!/^```sh\b/.test(lines[i]!)) continue;
    const end = lines.indexOf('```', i + 1);
    if (end < 0) throw new Error(`line ${i + 1}: the fence is not closed`);
    if (!/^<!-- not run: .+ -->$/.test(lines[i - 1] ?? '')) found.push({ from: i + 1, to: end, steps: steps(lines, i + 1, end) });
    i = end;
  }
  return found;
}

function steps(lines: readonly string[], from: number, to: number): Step[] {
  const result: Step[] = [];
  const prompted = lines.slice(from, to).some((line) => line.startsWith('$ '));
  for (let i = from; i < to; i++) {
    const text = lines[i]!;
    if (prompted && !text.startsWith('$ ')) throw new Error(`line ${i + 1}: output before the first command`);
    if (text.trim() === '' || text.startsWith('#')) continue;
    const command = prompted ? text.slice(2) : text;
    const status = Number(/# exits with (\d+)/.exec(command)?.[1] ?? 0);
    let output: string | undefined;
    const line = i + 1;
    if (prompted) {
      const last = lines.findIndex((next, at) => at > i && (at === to || next.startsWith('$ ')));
      const shown = lines.slice(i + 1, last);
      output = shown.length === 0 ? undefined : tidy(shown.join('\n'));
      i = last - 1;
    }
    result.push({ command, status, output, line });
  }
  return result;
}

/** Whether an output is the expected one, where `…` stands for anything. */
export function matches(expected: string, actual: string): boolean {
  const pattern = expected
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^]*?');
  return new RegExp(`^${pattern}$`).test(tidy(actual));
}

/** As a document shows an output: no blanks at line ends, no empty lines around. */
export function tidy(output: string): string {
  return output
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}
