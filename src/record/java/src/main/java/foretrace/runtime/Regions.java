package foretrace.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Objects have no addresses that stay: each gets one of its own when it is first seen, and nobody gets it again. Those that have a field for it keep it there (State);
 * for the others there is a hash table by identity that does not keep objects alive; it is read without a lock.
 */
final class Regions {
    /** Where an object is. */
    static final class Region {
        final long base;
        final long bytes;
        final Layouts.Layout layout;
        private Known known;
        /** The number of the only thread that has seen the object so far; -1 if others have, or nobody knows. */
        private volatile int owner = -1;
        private volatile long contents;
        private volatile long elements;

        Region(long base, long bytes, Layouts.Layout layout) {
            this.base = base;
            this.bytes = bytes;
            this.layout = layout;
            contents = base + bytes;
        }

        /** What stands for all that an object of the JDK has: behind the fields that we know, unless it was frozen. */
        long contents() {
            return contents;
        }

        /** What was done so far to what an object has is seen by whoever gets it: what is done from now on is done to other memory. */
        void freeze(ThreadLog log, Object object) {
            if (owner != log.number) return;
            long fresh = memory(layout.contents());
            log.allocate(fresh, layout.contents(), layout.site(object));
            contents = fresh;
            elements = 0;
        }

        /** Of a list. */
        long elements(ThreadLog log, Object list) {
            if (elements != 0) return elements;
            synchronized (this) {
                if (elements != 0) return elements;
                long fresh = memory(8L * ListRules.ELEMENTS);
                log.allocate(fresh, 8L * ListRules.ELEMENTS, layout.site(list));
                return elements = fresh;
            }
        }

        /** 0 if nobody has asked for one. */
        long knownElements() {
            return elements;
        }

        /** Of an object that the table has. */
        WeakReference<Object> object() {
            return known;
        }
    }

    private static final class Known extends WeakReference<Object> {
        final int hash;
        final Region region;
        /** The next in its chain; chains change under the lock of their stripe only. */
        volatile Known next;

        Known(Object object, int hash, Region region, Known next) {
            super(object, gone);
            this.hash = hash;
            this.region = region;
            this.next = next;
            region.known = this;
        }
    }

    /** Those that a thread saw last. */
    static final class Cache {
        private final Known[] last = new Known[256];
    }

    private static final int STRIPES = 64;
    private static final int STEP = 16;
    private static final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private static final java.util.concurrent.atomic.AtomicLong fresh = new java.util.concurrent.atomic.AtomicLong(1 << 16);
    private static final Object[] stripes = new Object[STRIPES];
    private static final java.util.concurrent.atomic.AtomicInteger size = new java.util.concurrent.atomic.AtomicInteger();
    /** Odd while the table grows; changed with the locks of all stripes. */
    private static volatile int moves;
    private static volatile AtomicReferenceArray<Known> table = new AtomicReferenceArray<>(1 << 14);

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

    /** `name`: what a person knows the object by, if it is one of the JDK's. */
    static Region of(ThreadLog log, Object object, Object name) {
        Layouts.Layout layout = Layouts.of(object.getClass());
        if (layout.state > 0) return new Region(State.base(log, object, layout.state), layout.bytes(object), layout);
        return inTable(log, object, name);
    }

    /** That of an array. */
    static Region ofArray(ThreadLog log, Object array) {
        return inTable(log, array, array);
    }

    private static Region inTable(ThreadLog log, Object object, Object name) {
        int hash = System.identityHashCode(object);
        Known[] last = log.regions.last;
        Known known = last[hash & 255];
        if (known != null && known.hash == hash && known.refersTo(object)) return known.region;
        known = find(object, hash);
        if (known == null) known = add(log, object, hash, Layouts.of(name.getClass()));
        if (known.region.owner != log.number) known.region.owner = -1;
        last[hash & 255] = known;
        return known.region;
    }

    /** Null for an object that the program has done nothing with: it is the JDK's own. */
    static Region known(Object object) {
        if (Layouts.of(object.getClass()).state > 0) return ofProgram(object);
        int hash = System.identityHashCode(object);
        int before = moves;
        Known found = find(object, hash);
        // Chains that are moved meanwhile miss somebody.
        if (found == null && (before != moves || (before & 1) != 0)) {
            synchronized (stripes[hash & STRIPES - 1]) {
                found = find(object, hash);
            }
        }
        return found == null ? null : found.region;
    }

    private static Region ofProgram(Object object) {
        ThreadLog log = Threads.entered();
        if (log == null) return null;
        try {
            return of(log, object);
        } finally {
            log.busy = false;
        }
    }

    /** From now on this object of the JDK stands for that one. */
    static void alias(Object object, Region real) {
        int hash = System.identityHashCode(object);
        synchronized (stripes[hash & STRIPES - 1]) {
            if (find(object, hash) != null) return;
            AtomicReferenceArray<Known> now = table;
            int at = hash & now.length() - 1;
            now.set(at, new Known(object, hash, new Region(real.base, real.bytes, real.layout), now.get(at)));
            size.incrementAndGet();
        }
    }

    private static Known find(Object object, int hash) {
        AtomicReferenceArray<Known> now = table;
        for (Known r = now.get(hash & now.length() - 1); r != null; r = r.next)
            if (r.hash == hash && r.refersTo(object)) return r;
        return null;
    }

    /** The thread that sees an object first tells of it, at a time before any other can see its address. */
    private static Known add(ThreadLog log, Object object, int hash, Layouts.Layout named) {
        Layouts.Layout layout = Layouts.of(object.getClass());
        long bytes = layout.bytes(object);
        if (size.get() > table.length()) grow();
        synchronized (stripes[hash & STRIPES - 1]) {
            Known known = find(object, hash);
            if (known != null) return known;
            long base = memory(bytes + layout.contents());
            AtomicReferenceArray<Known> now = table;
            int at = hash & now.length() - 1;
            known = new Known(object, hash, new Region(base, bytes, layout), now.get(at));
            known.region.owner = log.number;
            log.allocate(base, bytes + layout.contents(), named.site(object));
            now.set(at, known);
            size.incrementAndGet();
            return known;
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
        AtomicReferenceArray<Known> old = table;
        if (size.get() <= old.length()) return;
        moves++;
        while (gone.poll() != null) size.decrementAndGet();
        AtomicReferenceArray<Known> next = new AtomicReferenceArray<>(size.get() * 2 > old.length() ? 2 * old.length() : old.length());
        for (int i = 0; i < old.length(); i++) {
            for (Known r = old.get(i); r != null; ) {
                Known rest = r.next;
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
