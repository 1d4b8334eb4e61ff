// How a run that failed ends: the message for stderr and the exit status.

import { InputError, type Place } from '../base/error.ts';
import { isOutOfMemory } from '../base/out-of-memory.ts';
import { display } from '../base/quote.ts';
import { version } from '../base/version.ts';
import type { Colors } from './color.ts';
import { Exit } from './exit.ts';

export interface Failure {
  /** Whole lines for stderr; empty if there is nothing to say. */
  readonly message: string;
  readonly status: number;
}

export function failure(thrown: unknown, colors: Colors): Failure {
  const error = isErrno(thrown) && thrown.syscall === 'uv_cwd' ? NO_FOLDER : thrown;
  if (error instanceof InputError) return { message: inputMessage(error, colors), status: Exit.input };
  // The reader of our output has seen enough (`| head`): that is no error.
  if (isErrno(error) && error.code === 'EPIPE') return { message: '', status: Exit.ok };
  if (isOutOfMemory(error)) return { message: memoryMessage(error, colors), status: Exit.partial };
  return { message: internalMessage(error, colors), status: Exit.internal };
}

/** Whoever needs the current folder finds out, however deep that is. */
const NO_FOLDER = new InputError('FILE_UNREADABLE', {}, 'the current folder is gone', 'go to another one with cd');

/** One line with code and place, one with the hint. */
function inputMessage({ code, place, message, hint }: InputError, colors: Colors): string {
  const where = placeText(place);
  const what = `${where === '' ? '' : `${where}: `}${display(message)}`;
  const hintLine = hint === '' ? '' : `${colors.dim(`  hint: ${display(hint)}`)}\n`;
  return `foretrace: ${colors.red(`error ${code}`)}: ${what}\n${hintLine}`;
}

function memoryMessage({ message }: Error, colors: Colors): string {
  const hint = 'analyze a shorter trace, run one detector at a time, or give foretrace more memory';
  return `foretrace: ${colors.red('out of memory')}: ${display(message)}\n${colors.dim(`  hint: ${hint}`)}\n`;
}

/** `file:line`, as editors open it; else the file and the byte or event. */
export function placeText({ file, line, column, offset, event }: Place): string {
  const name = file === undefined ? '' : display(file);
  const at = column === undefined ? `${line}` : `${line}:${column}`;
  if (line !== undefined) return name === '' ? `line ${at}` : `${name}:${at}`;
  const detail = offset !== undefined ? `byte ${offset}` : event !== undefined ? `event ${event}` : '';
  return name !== '' && detail !== '' ? `${name}: ${detail}` : name + detail;
}

function internalMessage(error: unknown, colors: Colors): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    `foretrace: ${colors.red('internal error')}: this is a bug in foretrace ${version()}, not in your trace`,
    ...what.split('\n').map((line) => `  ${display(line)}`),
    `  node ${process.version} on ${process.platform} ${process.arch}`,
    '  please report it in the issue tracker of foretrace, with these lines, the command line and, if you can, the trace',
    '',
  ].join('\n');
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}
