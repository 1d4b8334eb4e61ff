// The errors that are the user's to mend. A finding is data, never an error; a broken invariant of ours is a plain Error.

/** Where in the input. `line` and `column` count from 1, `offset` is in bytes of the unpacked input, `event` is a position. */
export interface Place {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly offset?: number | undefined;
  readonly event?: number | undefined;
}

/** Stable for ever: scripts and tests compare these, never the words. */
export type ErrorCode =
  | 'USAGE'
  | 'FILE_UNREADABLE'
  | 'FILE_UNWRITABLE'
  | 'NO_COMPILER'
  | 'NO_WEBASSEMBLY'
  | 'WASM_BROKEN'
  | 'PROGRAM_NOT_STARTED'
  | 'NOTHING_RECORDED'
  | 'FORMAT_UNKNOWN'
  | 'FORMAT_CANNOT_EXPRESS'
  | 'COMPRESSION_BROKEN'
  | 'SUPPRESSION_BAD_RULE'
  | 'BASELINE_BAD'
  | 'REPORT_BAD'
  | 'CONFIG_BAD'
  | 'SUMMARY_BAD'
  | 'PLUGIN_BAD'
  | 'PLUGIN_NOT_ASKED_FOR'
  | 'BAD_PLAN'
  | 'NO_SITES'
  | 'TRACE_EMPTY'
  | 'TRACE_NOT_TEXT'
  | 'TRACE_BAD_LINE'
  | 'TRACE_LINE_TOO_LONG'
  | 'TRACE_UNKNOWN_OPERATION'
  | 'TRACE_UNKNOWN_LINE'
  | 'TRACE_TOO_LONG'
  | 'TRACE_CORRUPT'
  | 'TRACE_TRUNCATED'
  | 'TRACE_VERSION'
  | 'TRACE_CHANGED'
  | 'TRACE_REDUCED'
  | 'TRACE_MEMORY_MODEL'
  | 'TRACE_UNMATCHED_RELEASE'
  | 'TRACE_LOCK_HELD'
  | 'TRACE_BAD_WAIT'
  | 'TRACE_BAD_BARRIER'
  | 'TRACE_BAD_FORK'
  | 'TRACE_BAD_JOIN'
  | 'TRACE_AFTER_JOIN'
  | 'GRAMMAR_CYCLE'
  | 'GRAMMAR_UNKNOWN_SYMBOL'
  | 'GRAMMAR_UNUSED_RULE'
  | 'GRAMMAR_EMPTY_RULE';

/** The user's file or flags are wrong: shown as one line with its code, place and hint, exit status 2, no stack. */
export class InputError extends Error {
  readonly code: ErrorCode;
  readonly place: Place;
  readonly hint: string;

  constructor(code: ErrorCode, place: Place, what: string, hint: string) {
    super(what);
    this.name = 'InputError';
    this.code = code;
    this.place = place;
    this.hint = hint;
  }
}

/** The same error with the name of the input, which code deep inside does not always know. */
export function inFile(error: unknown, file: string): unknown {
  if (!(error instanceof InputError) || error.place.file !== undefined) return error;
  return new InputError(error.code, { file, ...error.place }, error.message, error.hint);
}
