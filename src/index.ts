// The public library: everything that runs anywhere, also in a browser. Files and streams of Node are in `foretrace/node`.

export { type Claim, claims, type Detector } from './detectors/detector.ts';
export { detectorById, detectors, recommended } from './detectors/index.ts';
export type { Format, TraceReader, TraceWriter } from './formats/format.ts';
export { copyBlock, type EventBlock } from './trace/block.ts';
export { TraceBuilder } from './trace/builder.ts';
export { type ErrorCode, InputError, type Place } from './trace/error.ts';
export type { LocationId, LockId, Position, ThreadId, VariableId } from './trace/id.ts';
export { Op, type Operation, operation, operations } from './trace/operation.ts';
export { LenientProblems, type Problem, type Problems, strict } from './trace/problems.ts';
export { display, quote } from './trace/quote.ts';
export { type Symbols, SymbolTable } from './trace/symbols.ts';
export { type Event, eventAt, events, type Trace, TraceCollector } from './trace/trace.ts';
