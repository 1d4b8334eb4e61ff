package foretrace.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Objects have no addresses that stay: each gets one of its own when it is first seen, and nobody gets it again. A hash table by identity that does not keep
 * objects alive; it is read without a lock.
 */
final class Regions {
    /** What is known of an object. */
    static final class Region extends WeakReference<Object> {
        final int hash;
        final long base;
        final long bytes;
        final Layouts.Layout layout;
        /** The next in its chain; chains change under the lock of their stripe only. */
        volatile Region next;

        Region(Object object, int hash, long base, long bytes, Layouts.Layout layout, Region next) {
            super(object, gone);
            this.hash = hash;
            this.base = base;
            this.bytes = bytes;
            this.layout = layout;
            this.next = next;
        }

        /** What stands for all that an object of the JDK has: behind the fields that we know. */
        long contents() {
            return base + bytes;
        }
    }

    /** Those that a thread saw last. */
    static final class Cache {
        private final Region[] last = new Region[256];
    }

    private static final int STRIPES = 64;
    private static final int STEP = 16;
    private static final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private static final java.util.concurrent.atomic.AtomicLong fresh = new java.util.concurrent.atomic.AtomicLong(1 << 16);
    private static final Object[] stripes = new Object[STRIPES];
    private static final java.util.concurrent.atomic.AtomicInteger size = new java.util.concurrent.atomic.AtomicInteger();
    /** Odd while the table grows; changed with the locks of all stripes. */
    private static volatile int moves;
    private static volatile AtomicReferenceArray<Region> table = new AtomicReferenceArray<>(1 << 14);

    static {
        for (int i = 0; i < STRIPES; i++) stripes[i] = new Object();
    }

    private Regions() {}

    /** Memory of its own, which no object has. */
    static long memory(long bytes) {
        return fresh.getAndAdd(Math.max(bytes + STEP - 1 & -STEP, STEP));
    }

    static Region of(ThreadLog log, Object object) {
        return of(log, object, object);
    }

    /** `name`: what a person knows the object by. */
    static Region of(ThreadLog log, Object object, Object name) {
        int hash = System.identityHashCode(object);
        Region[] last = log.regions.last;
        Region region = last[hash & 255];
        if (region != null && region.hash == hash && region.refersTo(object)) return region;
        region = find(object, hash);
        if (region == null) region = add(log, object, hash, Layouts.of(name.getClass()));
        last[hash & 255] = region;
        return region;
    }

    /** Null for an object that the program has done nothing with: it is the JDK's own. */
    static Region known(Object object) {
        int hash = System.identityHashCode(object);
        int before = moves;
        Region found = find(object, hash);
        // Chains that are moved meanwhile miss somebody.
        if (found != null || before == moves && (before & 1) == 0) return found;
        synchronized (stripes[hash & STRIPES - 1]) {
            return find(object, hash);
        }
    }

    /** From now on this object of the JDK stands for that one. */
    static void alias(Object object, Region real) {
        int hash = System.identityHashCode(object);
        synchronized (stripes[hash & STRIPES - 1]) {
            if (find(object, hash) != null) return;
            AtomicReferenceArray<Region> now = table;
            int at = hash & now.length() - 1;
            now.set(at, new Region(object, hash, real.base, real.bytes, real.layout, now.get(at)));
            size.incrementAndGet();
        }
    }

    private static Region find(Object object, int hash) {
        AtomicReferenceArray<Region> now = table;
        for (Region r = now.get(hash & now.length() - 1); r != null; r = r.next)
            if (r.hash == hash && r.refersTo(object)) return r;
        return null;
    }

    /** The thread that sees an object first tells of it, at a time before any other can see its address. */
    private static Region add(ThreadLog log, Object object, int hash, Layouts.Layout named) {
        Layouts.Layout layout = Layouts.of(object.getClass());
        long bytes = layout.bytes(object);
        if (size.get() > table.length()) grow();
        synchronized (stripes[hash & STRIPES - 1]) {
            Region known = find(object, hash);
            if (known != null) return known;
            long base = memory(bytes + layout.contents());
            AtomicReferenceArray<Region> now = table;
            int at = hash & now.length() - 1;
            Region region = new Region(object, hash, base, bytes, layout, now.get(at));
            log.allocate(base, bytes + layout.contents(), named.site(object));
            now.set(at, region);
            size.incrementAndGet();
            return region;
        }
    }

    /** Twice the table, without those whose objects are gone. */
    private static void grow() {
        grow(0);
    }

    /** With the locks of all stripes. */
    private static void grow(int stripe) {
        if (stripe < STRIPES) {
            synchronized (stripes[stripe]) {
                grow(stripe + 1);
            }
            return;
        }
        AtomicReferenceArray<Region> old = table;
        if (size.get() <= old.length()) return;
        moves++;
        while (gone.poll() != null) size.decrementAndGet();
        AtomicReferenceArray<Region> next = new AtomicReferenceArray<>(size.get() * 2 > old.length() ? 2 * old.length() : old.length());
        for (int i = 0; i < old.length(); i++) {
            for (Region r = old.get(i); r != null; ) {
                Region rest = r.next;
                if (!r.refersTo(null)) {
                    // Whoever walks the old chain meanwhile may miss somebody, and looks again under the lock.
                    int at = r.hash & next.length() - 1;
                    r.next = next.get(at);
                    next.set(at, r);
                }
                r = rest;
            }
        }
        table = next;
        moves++;
    }
}
