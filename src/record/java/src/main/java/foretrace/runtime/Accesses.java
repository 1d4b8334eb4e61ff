package foretrace.runtime;

/** What instrumented code calls at plain and volatile accesses. A hook never throws. */
public final class Accesses {
    private Accesses() {}

    public static void read(Object object, int site) {
        field(Raw.READ, object, site);
    }

    public static void write(Object object, int site) {
        field(Raw.WRITE, object, site);
    }

    private static void field(int kind, Object object, int number) {
        if (object == null) return;
        ThreadLog log = Threads.entered();
        if (log == null) return;
        try {
            Site site = Sites.site(number);
            long address = site.field(log, object);
            if (address != 0) log.access(kind, address, 8, log.stacks.site(site.place));
        } finally {
            log.busy = false;
        }
    }

    public static void arrayRead(Object array, int index, int site) {
        element(Raw.READ, array, index, site);
    }

    public static void arrayWrite(Object array, int index, int site) {
        element(Raw.WRITE, array, index, site);
    }

    private static void element(int kind, Object array, int index, int number) {
        if (array == null || index < 0) return;
        ThreadLog log = Threads.entered();
        if (log == null) return;
        try {
            Regions.Region region = Regions.of(log, array);
            int shift = region.layout.shift;
            long offset = (long) index << shift;
            if (offset >= region.bytes) return;
            log.access(kind, region.base + offset, 1 << shift, log.stacks.site(Sites.site(number).place));
        } finally {
            log.busy = false;
        }
    }

    /** After the access: the first one may have initialised the class. */
    public static void staticRead(int site) {
        statics(Raw.READ, site);
    }

    public static void staticWrite(int site) {
        statics(Raw.WRITE, site);
    }

    /** A static field that never changes was read. */
    public static void staticUse(int site) {
        statics(0, site);
    }

    private static void statics(int kind, int number) {
        ThreadLog log = Threads.entered();
        if (log == null) return;
        try {
            Site site = Sites.site(number);
            long address = Statics.address(log, site);
            if (address == 0) return;
            Initialisation.use(log, site.declaring, log.stacks.site(site.place));
            if (kind != 0) log.access(kind, address, 8, log.stacks.site(site.place));
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
            if (address != 0) log.atomic(Raw.ATOMIC_STORE, address, log.stacks.site(site.place), Raw.SEQUENTIAL);
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
                log.atomic(kind, log.atomicAddress, at, Raw.SEQUENTIAL);
                Atomics.unlock(log);
            } else if (isStatic && kind == Raw.ATOMIC_LOAD) {
                long address = Statics.address(log, site);
                if (address != 0) log.atomic(kind, address, at, Raw.SEQUENTIAL);
            }
            if (isStatic && site.declaring != null) Initialisation.use(log, site.declaring, at);
        } finally {
            log.busy = false;
        }
    }
}
