package foretrace.runtime;

import java.util.Arrays;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Some arrays of numbers that a thread has made since it last gave something to others, if nobody wanted their address. Nobody else can have them, as it is with new objects
 * (State); arrays have no field for it. One that is forgotten is known by the table from then on.
 */
final class NewArrays {
    private static final int SIZE = 8;
    /** Elements: what is larger is not kept from the garbage collector. */
    private static final int LONGEST = 1 << 10;

    private final Object[] arrays = new Object[SIZE];
    private int count;
    private long mark;
    /** The one that was used last. */
    private Object last;

    void add(ThreadLog log, Object array, int length) {
        if (length > LONGEST) return;
        if (mark != log.mark) clear();
        mark = log.mark;
        arrays[count++ & SIZE - 1] = array;
        last = array;
    }

    @ForceInline
    boolean isLast(ThreadLog log, Object array) {
        return last == array && mark == log.mark;
    }

    boolean has(ThreadLog log, Object array) {
        if (count == 0) return false;
        if (mark != log.mark) {
            clear();
            return false;
        }
        for (Object one : arrays) {
            if (one != array) continue;
            last = array;
            return true;
        }
        return false;
    }

    private void clear() {
        Arrays.fill(arrays, null);
        last = null;
        count = 0;
    }
}
