package foretrace.runtime;

/** Methods of Thread, and those of Object that wait and wake. */
final class ThreadRules {
    private ThreadRules() {}

    static final Rule JOIN = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            int number = Started.of((Thread) call.receiver);
            if (number >= 0) log.request(number, call.at(log), Raw.WANTS_END);
        }

        @Override
        void after(ThreadLog log, Call call) {
            joined(log, (Thread) call.receiver, call);
        }
    };

    static final Rule IS_ALIVE = new Rule() {
        @Override
        void after(ThreadLog log, Call call) {
            if (call.result == Boolean.FALSE) joined(log, (Thread) call.receiver, call);
        }
    };

    static final Rule STATE = new Rule() {
        @Override
        void after(ThreadLog log, Call call) {
            if (call.result == Thread.State.TERMINATED) joined(log, (Thread) call.receiver, call);
        }
    };

    static final Rule INTERRUPT = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            log.sync(Raw.SEND, call.address(log), call.at(log), 0);
        }
    };

    static final Rule IS_INTERRUPTED = new Rule() {
        @Override
        void after(ThreadLog log, Call call) {
            if (call.result == Boolean.TRUE) log.sync(Raw.RECEIVE, call.address(log), call.at(log), 0);
        }
    };

    static final Rule WAIT = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            log.held.sleep(log, call.address(log), call.at(log));
        }
    };

    static final Rule NOTIFY = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            log.sync(Raw.NOTIFY, call.address(log), call.at(log), 0);
        }
    };

    /** The current thread knows that it was interrupted. */
    static void learnInterrupt(ThreadLog log, Site site) {
        log.sync(Raw.RECEIVE, Regions.of(log, Thread.currentThread()).base, log.stacks.site(site.place), 0);
    }

    private static void joined(ThreadLog log, Thread thread, Call call) {
        int number = Started.of(thread);
        if (number >= 0 && thread.getState() == Thread.State.TERMINATED) log.sync(Raw.JOIN, number, call.at(log), 0);
    }
}
