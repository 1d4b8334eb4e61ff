package foretrace.runtime;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What is known of an object of the program, in a field that the agent adds to its topmost class: 0 nothing; below 0 the mark of the thread that made it, for as long as
 * nobody else can have it; else its address. An object whose class has no such field is known by a table (Regions).
 *
 * Nobody else can have it: since the thread made the object it has given nothing to others, no lock, no task, no volatile store (ThreadLog.mark changes then). Who has
 * the object all the same has its reference by a race with the thread that made it, and this race is recorded where the reference was stored. So what the thread did to
 * the object before comes before whatever others do to it, in every schedule in which these get at the reference in order, and is not recorded.
 */
public final class State {
    /** Of the field. */
    public static final String NAME = "foretrace$state";

    private static final Unsafe UNSAFE = Words.UNSAFE;

    private State() {}

    /** Where the field is in objects of the class, or -1. */
    static int offset(Class<?> type) {
        Class<?> top = type;
        while (top != null && top.getSuperclass() != Object.class) top = top.getSuperclass();
        return top == null || top.isArray() || top.getClassLoader() == null ? -1 : own(top);
    }

    /** Whether the class itself has the field. */
    public static boolean isIn(Class<?> type) {
        return own(type) >= 0;
    }

    private static int own(Class<?> type) {
        try {
            return (int) UNSAFE.objectFieldOffset(type, NAME);
        } catch (InternalError | UnsupportedOperationException e) {
            // There is none: the class was loaded before us, or runs as it is.
            return -1;
        }
    }

    @ForceInline
    static boolean isNew(ThreadLog log, Object object, int offset) {
        return UNSAFE.getLong(object, offset) == log.mark;
    }

    /** The address, if there is one; else no number above 0. */
    @ForceInline
    static long known(Object object, int offset) {
        return UNSAFE.getLong(object, offset);
    }

    /** The thread has made the object, which nobody has seen. */
    static void made(ThreadLog log, Object object, int offset) {
        UNSAFE.putLong(object, offset, log.mark);
    }

    /** The address of the object. */
    static long base(ThreadLog log, Object object, int offset) {
        long state = known(object, offset);
        return state > 0 ? state : first(log, object, offset);
    }

    /** The thread that wants the address first tells of it, at a time before any other can see it. Another may be faster: then nothing is at what was told of. */
    private static long first(ThreadLog log, Object object, int offset) {
        Layouts.Layout layout = Layouts.of(object.getClass());
        long bytes = layout.bytes(object) + layout.contents();
        long base = Regions.memory(bytes);
        log.allocate(base, bytes, layout.site(object));
        for (;;) {
            long state = UNSAFE.getLongVolatile(object, offset);
            if (state > 0) return state;
            if (UNSAFE.compareAndSetLong(object, offset, state, base)) return base;
        }
    }

    /** A copy has the state of the original: its address must be another. */
    static void cloned(ThreadLog log, Object copy, Object original) {
        int offset = copy == null || original == null || copy == original ? -1 : Layouts.of(copy.getClass()).state;
        if (offset < 0 || copy.getClass() != original.getClass()) return;
        long state = UNSAFE.getLongVolatile(copy, offset);
        if (state != log.mark && state == UNSAFE.getLongVolatile(original, offset)) UNSAFE.compareAndSetLong(copy, offset, state, state > 0 && log.marks() ? log.mark : 0);
    }
}
