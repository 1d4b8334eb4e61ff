package foretrace.runtime;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/** What instrumented code calls at plain and volatile accesses. A hook never throws. */
public final class Accesses {
    private Accesses() {}

    /** For a local of a method, which gives it to the hooks of the accesses in it. */
    public static Object log() {
        return Threads.current();
    }

    /** `known`: that local; null if the method has none, or the thread had no log then. */
    @ForceInline
    private static ThreadLog log(Object known) {
        return known == null ? Threads.current() : (ThreadLog) known;
    }

    @ForceInline
    public static void read(Object object, int site, Object log) {
        field(Raw.READ, object, site, log);
    }

    @ForceInline
    public static void write(Object object, int site, Object log) {
        field(Raw.WRITE, object, site, log);
    }

    @ForceInline
    private static void field(int kind, Object object, int number, Object known) {
        if (Alone.is || object == null) return;
        ThreadLog log = log(known);
        if (log == null) return;
        Site site = Sites.site(number);
        if (site.isNew(log, object)) return;
        long address = site.known(object);
        if (address == 0 || !isRepeated(log, kind, address, site)) recordField(log, kind, object, site);
    }

    @ForceInline
    private static boolean isRepeated(ThreadLog log, int kind, long address, Site site) {
        return Recording.FILTERS && log.repeats.has(Repeats.mark(kind, address, site.place, log.epochOfMarks));
    }

    @DontInline
    private static void recordField(ThreadLog log, int kind, Object object, Site site) {
        if (Threads.entered(log) == null) return;
        try {
            site.find(object);
            long address = site.isNew(log, object) ? 0 : site.field(log, object);
            if (address != 0) record(log, kind, address, 8, site);
        } finally {
            log.busy = false;
        }
    }

    /** Unless it was in this epoch. A read that may be in vain is not remembered: it may be none. */
    private static void record(ThreadLog log, int kind, long address, int bytes, Site site) {
        if (isRepeated(log, kind, address, site)) return;
        log.access(kind, address, bytes, log.stacks.site(site.place));
        if (Recording.FILTERS && (kind == Raw.WRITE || !log.optimistic.isOpen())) log.repeats.add(Repeats.mark(kind, address, site.place, log.epochOfMarks));
    }

    /** The constructor of the topmost class of the object that the program has begins. */
    @ForceInline
    public static void made(Object object, int site, Object known) {
        if (!Recording.FILTERS) return;
        ThreadLog log = log(known);
        if (log != null && log.marks()) Sites.site(site).made(log, object);
    }

    public static void arrayMade(Object array, Object known) {
        if (Alone.is || !Recording.FILTERS) return;
        ThreadLog log = log(known);
        if (log != null && log.marks()) log.newArrays.add(log, array, java.lang.reflect.Array.getLength(array));
    }

    public static void cloned(Object copy, Object original) {
        ThreadLog log = Threads.current();
        if (log != null) State.cloned(log, copy, original);
    }

    @ForceInline
    public static void arrayRead(Object array, int index, int site, Object log) {
        element(Raw.READ, array, index, site, log);
    }

    @ForceInline
    public static void arrayWrite(Object array, int index, int site, Object log) {
        element(Raw.WRITE, array, index, site, log);
    }

    @ForceInline
    private static void element(int kind, Object array, int index, int number, Object known) {
        if (Alone.is || array == null) return;
        ThreadLog log = log(known);
        if (log == null) return;
        Site site = Sites.site(number);
        long key = Walk.key(kind, site.place);
        Walk walk = log.walks.last(number, array, key);
        boolean isLeftOut = walk != null ? walk.has(index, log.epoch)
                : log.newArrays.isLast(log, array) || isElsewhere(log, array, index, number, key);
        if (!isLeftOut) recordElement(log, kind, array, index, number);
    }

    /** Whether nothing is to be recorded of an array that the instruction has not been in last. */
    @DontInline
    private static boolean isElsewhere(ThreadLog log, Object array, int index, int number, long key) {
        if (!Recording.FILTERS) return false;
        if (log.newArrays.has(log, array)) return true;
        Walk walk = log.walks.known(number, array, key);
        return walk != null && walk.has(index, log.epoch);
    }

    @DontInline
    private static void recordElement(ThreadLog log, int kind, Object array, int index, int number) {
        if (index < 0 || Threads.entered(log) == null) return;
        try {
            Site site = Sites.site(number);
            long key = Walk.key(kind, site.place);
            Walk walk = log.walks.last(number, array, key);
            Regions.Region region = walk != null ? walk.region : Regions.ofArray(log, array);
            int shift = region.layout.shift;
            long offset = (long) index << shift;
            if (offset >= region.bytes) return;
            if (walk == null && Recording.FILTERS) walk = log.walks.made(number, array, region, key);
            boolean mayBeInVain = kind == Raw.READ && log.optimistic.isOpen();
            if (walk == null || mayBeInVain && !walk.has(index, log.epoch)) record(log, kind, region.base + offset, 1 << shift, site);
            else if (!walk.has(index, log.epoch)) walk.record(log, kind, index, site.place);
        } finally {
            log.busy = false;
        }
    }

    /** After the access: the first one may have initialised the class. */
    @ForceInline
    public static void staticRead(int site, Object log) {
        statics(Raw.READ, site, log);
    }

    @ForceInline
    public static void staticWrite(int site, Object log) {
        statics(Raw.WRITE, site, log);
    }

    /** A static field that never changes was read. */
    public static void staticUse(int site) {
        statics(0, site, null);
    }

    @ForceInline
    private static void statics(int kind, int number, Object known) {
        if (Alone.is) return;
        ThreadLog log = log(known);
        if (log == null) return;
        Site site = Sites.site(number);
        // What is repeated came after the initialiser of its class.
        if (kind == 0 || site.address == 0 || !isRepeated(log, kind, site.address, site)) recordStatic(log, kind, site);
    }

    @DontInline
    private static void recordStatic(ThreadLog log, int kind, Site site) {
        if (Threads.entered(log) == null) return;
        try {
            long address = Statics.address(log, site);
            if (address == 0) return;
            Initialisation.use(log, site.declaring, log.stacks.site(site.place));
            if (kind != 0) record(log, kind, address, 8, site);
        } finally {
            log.busy = false;
        }
    }

    @Roomy
    public static void volatileBefore(Object object, int number) {
        if (object == null) return;
        ThreadLog log = Threads.entered();
        if (log == null) return;
        try {
            long address = Sites.site(number).field(log, object);
            if (address != 0) Atomics.lock(log, address);
        } finally {
            log.busy = false;
        }
    }

    /** The first access at a site may run the initialiser of the class: nothing is locked for it, and a store is recorded before it is made. */
    @Roomy
    public static void volatileStaticBefore(boolean isStore, int number) {
        ThreadLog log = Threads.entered();
        if (log == null) return;
        try {
            Site site = Sites.site(number);
            if (site.address != 0) {
                Atomics.lock(log, site.address);
                return;
            }
            long address = isStore ? Statics.address(log, site) : 0;
            if (address != 0) log.atomic(Raw.ATOMIC_STORE, address, Layouts.FIELD_BYTES, log.stacks.site(site.place), Raw.SEQUENTIAL);
        } finally {
            log.busy = false;
        }
    }

    public static void volatileRead(int site) {
        volatileDone(Raw.ATOMIC_LOAD, site, false);
    }

    public static void volatileWritten(int site) {
        volatileDone(Raw.ATOMIC_STORE, site, false);
    }

    public static void volatileStaticRead(int site) {
        volatileDone(Raw.ATOMIC_LOAD, site, true);
    }

    public static void volatileStaticWritten(int site) {
        volatileDone(Raw.ATOMIC_STORE, site, true);
    }

    private static void volatileDone(int kind, int number, boolean isStatic) {
        ThreadLog log = Threads.current();
        if (log == null || log.busy) return;
        log.busy = true;
        try {
            Site site = Sites.site(number);
            long at = log.stacks.site(site.place);
            if (log.slot >= 0) {
                log.atomic(kind, log.atomicAddress, Layouts.FIELD_BYTES, at, Raw.SEQUENTIAL);
                Atomics.unlock(log);
            } else if (isStatic && kind == Raw.ATOMIC_LOAD) {
                long address = Statics.address(log, site);
                if (address != 0) log.atomic(kind, address, Layouts.FIELD_BYTES, at, Raw.SEQUENTIAL);
            }
            if (isStatic && site.declaring != null) Initialisation.use(log, site.declaring, at);
        } finally {
            log.busy = false;
        }
    }
}
