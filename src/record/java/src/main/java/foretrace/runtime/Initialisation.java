package foretrace.runtime;

/** Whoever uses a class comes after its static initialiser (JLS 12.4.2). */
public final class Initialisation {
    private Initialisation() {}

    /** At the end of a static initialiser, however it ends. */
    public static void done(int site) {
        ThreadLog log = Threads.entered();
        if (log == null) return;
        try {
            Layouts.Layout layout = Sites.site(site).named();
            if (layout == null) return;
            log.sync(Raw.SEND, layout.statics(log), 0, 0);
            log.initialised.set(layout.number);
        } finally {
            log.busy = false;
        }
    }

    /** At the beginning of its static methods and its constructors. */
    public static void use(int number) {
        ThreadLog log = Threads.entered();
        if (log == null) return;
        try {
            Site site = Sites.site(number);
            Layouts.Layout layout = site.named();
            if (layout != null && !log.initialised.get(layout.number)) use(log, layout, log.stacks.site(site.place));
        } finally {
            log.busy = false;
        }
    }

    static void use(ThreadLog log, Layouts.Layout layout, long site) {
        if (log.initialised.get(layout.number)) return;
        log.initialised.set(layout.number);
        log.sync(Raw.RECEIVE, layout.statics(log), site, 0);
    }
}
