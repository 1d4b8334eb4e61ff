package foretrace.runtime;

import jdk.internal.vm.annotation.ForceInline;

/** The walks of one thread: by the array and the place, of which it forgets; and the one that each instruction was on last. */
final class Walks {
    private static final int LAST = 256;
    private static final int FIRST_SIZE = 64;
    private static final int LARGEST_SIZE = 1 << 16;

    private final Walk[] last = new Walk[LAST];
    private Walk[] table = new Walk[FIRST_SIZE];
    private int added;

    /** The walk that the instruction was on last, if it was in this array. */
    @ForceInline
    Walk last(int instruction, Object array, long key) {
        Walk walk = last[instruction & LAST - 1];
        return walk != null && walk.isOf(array, key) ? walk : null;
    }

    /** That of an array at a place, if it is known; the instruction is on it now. */
    Walk known(int instruction, Object array, long key) {
        Walk walk = table[at(System.identityHashCode(array), key)];
        if (walk == null || !walk.isOf(array, key)) return null;
        last[instruction & LAST - 1] = walk;
        return walk;
    }

    /** A new one; null if the array is too large for it. */
    Walk made(int instruction, Object array, Regions.Region region, long key) {
        if (!Walk.fits(region)) return null;
        if (++added > table.length && table.length < LARGEST_SIZE) grow();
        Walk walk = new Walk(region, key, System.identityHashCode(array));
        table[at(walk.hash, key)] = walk;
        last[instruction & LAST - 1] = walk;
        return walk;
    }

    private int at(int hash, long key) {
        return (int) ((hash + key) * 0x9e37_79b9_7f4a_7c15L >>> 40) & table.length - 1;
    }

    private void grow() {
        Walk[] old = table;
        added = 0;
        table = new Walk[4 * old.length];
        for (Walk walk : old) if (walk != null) table[at(walk.hash, walk.key)] = walk;
    }
}
