// Numbers that cannot be mixed up. Every id is dense: the n-th name seen gets n - 1.

declare const brand: unique symbol;
type Id<Name extends string> = number & { readonly [brand]: Name };

export type ThreadId = Id<'thread'>;
/** Also names barriers: anything that threads meet at and that holds no data. */
export type LockId = Id<'lock'>;
export type VariableId = Id<'variable'>;
/** 0 is "no location known". */
export type LocationId = Id<'location'>;

/** 0-based position of an event in its trace. */
export type Position = number;

export const NO_LOCATION = 0 as LocationId;
