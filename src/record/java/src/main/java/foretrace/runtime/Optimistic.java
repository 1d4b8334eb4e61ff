package foretrace.runtime;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Plain reads since a tryOptimisticRead of a StampedLock. They are recorded as any others, for whoever forgets to validate; when the thread asks for it, they are
 * made reads of memory that only this thread has: what they saw is thrown away or nobody was writing, under this lock at least.
 */
final class Optimistic {
    /** Who has read more has most likely forgotten to ask. */
    private static final int MOST = 1 << 16;
    private static final int NOBODY = 8;
    private static final long ADDRESS = 0xffff_ffff_ffffL;

    /** The locks; few. */
    private long[] locks = new long[2];
    private int open;
    private ByteBuffer[] pieces = new ByteBuffer[16];
    private int[] places = new int[16];
    private int count;
    /** Memory that only this thread reads. */
    private long own;

    boolean isOpen() {
        return open > 0;
    }

    void begin(long lock) {
        end(lock);
        if (open == locks.length) locks = Arrays.copyOf(locks, 2 * open);
        locks[open++] = lock;
    }

    /** The lock is had, or nobody asked: what was read before stays. */
    void end(long lock) {
        for (int i = 0; i < open; i++) {
            if (locks[i] != lock) continue;
            locks[i] = locks[--open];
            break;
        }
        if (open == 0) forget();
    }

    /** A read is recorded there, or the length of one. */
    void read(ByteBuffer piece, int at) {
        if (count == MOST) {
            open = 0;
            forget();
            return;
        }
        if (count == places.length) {
            pieces = Arrays.copyOf(pieces, 2 * count);
            places = Arrays.copyOf(places, 2 * count);
        }
        pieces[count] = piece;
        places[count++] = at;
    }

    /** Whatever the answer was. The stamp may be asked for again. */
    void validated(ThreadLog log, long lock) {
        boolean isOurs = false;
        for (int i = 0; i < open; i++) isOurs |= locks[i] == lock;
        if (!isOurs || count == 0) return;
        if (own == 0) {
            own = Regions.memory(NOBODY);
            log.allocate(own, NOBODY, 0);
        }
        for (int i = 0; i < count; i++) {
            long word = pieces[i].getLong(places[i]);
            boolean isLength = (word >>> 48 & 0xff) == Raw.LENGTH;
            pieces[i].putLong(places[i], word & ~ADDRESS | (isLength ? NOBODY : own));
        }
        forget();
    }

    private void forget() {
        Arrays.fill(pieces, 0, count, null);
        count = 0;
    }
}
