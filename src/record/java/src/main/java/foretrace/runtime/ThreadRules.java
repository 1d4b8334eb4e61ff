package foretrace.runtime;

/** Methods of Thread, and those of Object that wait and wake. */
final class ThreadRules {
    private ThreadRules() {}

    static final Rule JOIN = new Rule() {
        @Override
        void before(ThreadLog log, Object receiver, Site site) {
            int number = Started.of((Thread) receiver);
            if (number >= 0) log.request(number, log.stacks.site(site.place), Raw.WANTS_END);
        }

        @Override
        void after(ThreadLog log, Object receiver, Object result, Site site) {
            joined(log, (Thread) receiver, site);
        }
    };

    static final Rule IS_ALIVE = new Rule() {
        @Override
        void after(ThreadLog log, Object receiver, Object result, Site site) {
            if (result == Boolean.FALSE) joined(log, (Thread) receiver, site);
        }
    };

    static final Rule STATE = new Rule() {
        @Override
        void after(ThreadLog log, Object receiver, Object result, Site site) {
            if (result == Thread.State.TERMINATED) joined(log, (Thread) receiver, site);
        }
    };

    static final Rule INTERRUPT = new Rule() {
        @Override
        void before(ThreadLog log, Object receiver, Site site) {
            log.sync(Raw.SEND, Regions.of(log, receiver).base, log.stacks.site(site.place), 0);
        }
    };

    static final Rule IS_INTERRUPTED = new Rule() {
        @Override
        void after(ThreadLog log, Object receiver, Object result, Site site) {
            if (result == Boolean.TRUE) log.sync(Raw.RECEIVE, Regions.of(log, receiver).base, log.stacks.site(site.place), 0);
        }
    };

    static final Rule WAIT = new Rule() {
        @Override
        void before(ThreadLog log, Object receiver, Site site) {
            log.held.sleep(log, Regions.of(log, receiver).base, log.stacks.site(site.place));
        }
    };

    static final Rule NOTIFY = new Rule() {
        @Override
        void before(ThreadLog log, Object receiver, Site site) {
            log.sync(Raw.NOTIFY, Regions.of(log, receiver).base, log.stacks.site(site.place), 0);
        }
    };

    /** The current thread knows that it was interrupted. */
    static void learnInterrupt(ThreadLog log, Site site) {
        log.sync(Raw.RECEIVE, Regions.of(log, Thread.currentThread()).base, log.stacks.site(site.place), 0);
    }

    private static void joined(ThreadLog log, Thread thread, Site site) {
        int number = Started.of(thread);
        if (number >= 0 && thread.getState() == Thread.State.TERMINATED) log.sync(Raw.JOIN, number, log.stacks.site(site.place), 0);
    }
}
