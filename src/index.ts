// The public library: everything that runs anywhere, also in a browser. Files and streams of Node are in `foretrace/node`.

export { type Analyzed, type AnalyzeOptions, analyze, type LookAgainOptions, slices } from './analyze.ts';
export { type ErrorCode, InputError, type Place } from './base/error.ts';
export { jsonText } from './base/json.ts';
export { display, quote } from './base/quote.ts';
export type {
  Analysis,
  AtomicityDetector,
  DeadlockDetector,
  DeadlockSink,
  Detector,
  DetectorOption,
  RaceDetector,
  RaceSink,
  ViolationSink,
} from './detectors/detector.ts';
export { detectorById, detectors, recommended, recommendedForRecordings } from './detectors/index.ts';
export { findWitness, type WitnessOptions } from './detectors/predict/find-witness.ts';
export type { Access, Allocation, Fork, StackedAccess, TakenLock } from './findings/access.ts';
export { baselineText, difference, type KnownFinding, knownFindings, parseBaseline } from './findings/baseline.ts';
export {
  type AtomicityFinding,
  type DeadlockFinding,
  type Finding,
  type FindingKind,
  type RaceFinding,
  type RaceKind,
  sidesOf,
} from './findings/finding.ts';
export { type FoldReason, foldedAmong, foldReason, foldReasons } from './findings/folding.ts';
export { knownBy, type Recognized } from './findings/known-pairs.ts';
export type { AnalysisResult, DetectorReport, LeftOut, Race, TraceSummary } from './findings/result.ts';
export type { Rule, RuleKind, TsanKind } from './findings/rule.ts';
export { type Selection, type SelectionOptions, select } from './findings/selection.ts';
export type { Slice, SliceArrow, SliceEvent, SliceOptions } from './findings/slices.ts';
export type { Frame } from './findings/stack.ts';
export { parseSuppressions } from './findings/suppression.ts';
export type { Format, Metadata, ReaderOptions, TraceReader, TraceWriter, WriterOptions } from './formats/format.ts';
export { formatById, formatForFile, formats, recogniseFormat } from './formats/index.ts';
export { type Input, memoryInput } from './formats/input.ts';
export { collectTrace, type ParseOptions, parseTrace, type ReadOptions, type ReadSummary, readTrace } from './formats/read.ts';
export {
  type Plan as ReductionPlan,
  Reduction,
  type ReductionCounts,
  type ReductionMethod,
  type ReductionOptions,
  reduceTrace,
  reductionMethods,
  reductionPlan,
} from './reduce/index.ts';
export { reportFormatById, reportFormats } from './report/index.ts';
export { json } from './report/json.ts';
export type { Excerpt, ReportContext, ReportFormat, Sources } from './report/report.ts';
export { type Styles, text } from './report/text.ts';
export { analyzeShared, decideShare, isShareable } from './share.ts';
export {
  type Chunk,
  type Cut,
  type CutTrace,
  type Cuttable,
  cutTrace,
  joinSummaries,
  racyVariables,
  type SplitOptions,
  sumUpChunk,
  tellRaces,
} from './split.ts';
export { copyBlock, type EventBlock } from './trace/block.ts';
export { TraceBuilder } from './trace/builder.ts';
export { type Columns, columnsOf } from './trace/columns.ts';
export type { LocationId, LockId, Position, ThreadId, VariableId } from './trace/id.ts';
export { Op, type Operation, operation, operations } from './trace/operation.ts';
export { type Claim, claims, type Deadlock, type FindingType, findingTypes, UNKNOWN, type Violation } from './trace/outcome.ts';
export { LenientProblems, type Problem, type Problems, strict } from './trace/problems.ts';
export { type Symbols, SymbolTable } from './trace/symbols.ts';
export { type Event, eventAt, events, type Trace, TraceCollector } from './trace/trace.ts';
export { Witness } from './trace/witness.ts';
export { ScheduleChecker, type Verdict } from './witness/check.ts';
export { type Positions, positionsOf, scheduleTrace } from './witness/schedule.ts';
export { type WalkStep, type WalkThrough, type WalkThroughOptions, walkThrough } from './witness/walk-through.ts';
