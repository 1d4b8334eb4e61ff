package foretrace.runtime;

/** Calls of the JDK's methods that walk through an array. */
public final class ArrayCalls {
    private ArrayCalls() {}

    /** `System.arraycopy`, with the arguments of a call that may fail. */
    public static void copied(Object from, int start, Object to, int target, int length, int number) {
        range(Raw.READ_RANGE, from, start, length, number);
        range(Raw.WRITE_RANGE, to, target, length, number);
    }

    public static void read(Object array, int number) {
        range(Raw.READ_RANGE, array, 0, Integer.MAX_VALUE, number);
    }

    public static void read(Object array, int length, int number) {
        range(Raw.READ_RANGE, array, 0, length, number);
    }

    public static void read(Object array, int start, int end, int number) {
        range(Raw.READ_RANGE, array, start, end - start, number);
    }

    /** Beyond the array the call fails. */
    public static void written(Object array, int start, int end, int number) {
        if (array != null && end <= java.lang.reflect.Array.getLength(array)) range(Raw.WRITE_RANGE, array, start, end - start, number);
    }

    public static void written(Object array, int number) {
        range(Raw.WRITE_RANGE, array, 0, Integer.MAX_VALUE, number);
    }

    /** What is beyond the array is not accessed. */
    private static void range(int kind, Object array, int start, int length, int number) {
        if (array == null || !array.getClass().isArray() || start < 0 || length <= 0) return;
        ThreadLog log = Threads.entered();
        if (log == null) return;
        try {
            Regions.Region region = Regions.of(log, array);
            long first = (long) start << region.layout.shift;
            long bytes = Math.min((long) length << region.layout.shift, region.bytes - first);
            if (bytes > 0) log.range(kind, region.base + first, bytes, log.stacks.site(Sites.site(number).place));
        } finally {
            log.busy = false;
        }
    }
}
