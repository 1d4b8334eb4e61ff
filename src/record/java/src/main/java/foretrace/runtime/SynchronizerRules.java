package foretrace.runtime;

/** Synchronizers that the program makes of AbstractQueuedSynchronizer: their state is a volatile variable, and to acquire comes after what was released. */
final class SynchronizerRules {
    private SynchronizerRules() {}

    static Rule of(String name) {
        return switch (name) {
            case "getState", "acquire", "acquireInterruptibly", "tryAcquireNanos", "acquireShared", "acquireSharedInterruptibly", "tryAcquireSharedNanos" ->
                ConcurrentRules.RECEIVE;
            case "setState", "release", "releaseShared" -> ConcurrentRules.SEND;
            case "compareAndSetState" -> ConcurrentRules.BOTH;
            default -> Rule.NONE;
        };
    }
}
