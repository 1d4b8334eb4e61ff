package foretrace.runtime;

import jdk.internal.vm.annotation.ForceInline;

/**
 * What a thread has recorded since it last synchronised: an access that comes again, of the same memory, of the same kind and at the same place, is ordered with those
 * of other threads just as the first one is, and holds the same locks. It has no race that the first has not.
 *
 * A table of 64-bit marks, which forgets: what it forgot is recorded once more. The epoch is part of a mark, so that nothing has to be cleared.
 */
final class Repeats {
    private static final int FIRST_BITS = 6;
    private static final int LAST_BITS = 17;
    private static final long BY_ADDRESS = 0x9e37_79b9_7f4a_7c15L;
    private static final long BY_PLACE = 0xc2b2_ae3d_27d4_eb4fL;
    private static final long BY_EPOCH = 0x1656_67b1_9e37_79f9L;

    private long[] marks = new long[1 << FIRST_BITS];
    private int shift = 64 - FIRST_BITS;
    private int added;

    /** What a mark has of an epoch. */
    static long of(int epoch) {
        return epoch * BY_EPOCH;
    }

    /** `epoch`: what marks have of it. */
    @ForceInline
    static long mark(int kind, long address, int place, long epoch) {
        long mark = address * BY_ADDRESS ^ (place << 1 | kind & 1) * BY_PLACE;
        return mark + epoch;
    }

    @ForceInline
    boolean has(long mark) {
        return marks[(int) (mark >>> shift)] == mark;
    }

    void add(long mark) {
        if (++added > 2 * marks.length && marks.length < 1 << LAST_BITS) {
            added = 0;
            marks = new long[4 * marks.length];
            shift -= 2;
        }
        marks[(int) (mark >>> shift)] = mark;
    }
}
