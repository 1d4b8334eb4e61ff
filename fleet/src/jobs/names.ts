// The names of the kinds of jobs and what these carry, for those who send them.

export const ANALYZE = 'analyze';

export interface AnalyzeData {
  readonly run: number;
  /** It was analysed before, and is to be once more. */
  readonly again?: true;
}

/** The parts of the analysis of a trace that was split: see split.ts. */
export const CUT = 'cut';
export const SUM = 'sum';
export const JOIN = 'join';
export const TELL = 'tell';

/** The parts of the analysis of a trace whose search is shared: see share.ts. */
export const SHARE = 'share';
export const MERGE = 'merge';

export interface ShareData {
  readonly split: number;
  readonly number: number;
}

export interface MergeData {
  readonly split: number;
}

export interface CutData extends AnalyzeData {
  /** Events of a chunk at least. */
  readonly chunkEvents: number;
}

/** A part of a split trace: a chunk (level 0), or neighbouring parts of the level below. */
export interface PartData {
  readonly split: number;
  readonly level: number;
  readonly number: number;
}

export interface TellData {
  readonly split: number;
}
