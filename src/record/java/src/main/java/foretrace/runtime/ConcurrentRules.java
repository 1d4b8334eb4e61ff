package foretrace.runtime;

import java.util.Set;

/**
 * The rest of java.util.concurrent, by the memory consistency properties of its documentation: what gives sends, what takes receives. What is in no list does
 * both, which may order too much and never too little.
 */
final class ConcurrentRules {
    private ConcurrentRules() {}

    static final Rule SEND = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            log.sync(Raw.SEND, call.address(log), call.at(log), 0);
        }
    };

    static final Rule RECEIVE = new Rule() {
        @Override
        void after(ThreadLog log, Call call) {
            if (call.succeeded()) log.sync(Raw.RECEIVE, call.address(log), call.at(log), 0);
        }
    };

    static final Rule BOTH = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            SEND.before(log, call);
        }

        @Override
        void after(ThreadLog log, Call call) {
            log.sync(Raw.RECEIVE, call.address(log), call.at(log), 0);
        }
    };

    /** After everything that all threads have done: for what waits for others within the JDK, where nobody says whom it has waited for. */
    static final Rule AFTER_ALL = new Rule() {
        @Override
        void after(ThreadLog log, Call call) {
            if (call.succeeded()) log.sync(Raw.RECEIVE_ALL, 0, call.at(log), 0);
        }
    };

    private static final Set<String> GIVES = Set.of("countDown", "release", "offer", "add", "addAll", "offerFirst", "offerLast", "addFirst",
            "addLast", "putFirst", "putLast", "push", "arrive", "arriveAndDeregister", "transfer", "lazySet", "setRelease", "increment", "decrement",
            "accumulate", "clear");
    private static final Set<String> TAKES = Set.of("get", "getAcquire", "poll", "take", "peek", "pollFirst", "pollLast", "takeFirst",
            "takeLast", "peekFirst", "peekLast", "getFirst", "getLast", "element", "containsKey", "contains", "containsValue", "getOrDefault", "size",
            "isEmpty", "iterator", "forEach", "stream", "values", "keySet", "entrySet", "toArray", "drainTo", "acquire", "acquireUninterruptibly",
            "tryAcquire", "awaitAdvance", "getCount", "sum", "intValue", "longValue", "join", "getNow", "isDone", "isTerminated", "awaitTermination",
            "hasNext", "next", "firstKey", "lastKey", "mappingCount", "getPhase");

    /** Of atomics. */
    private static final Set<String> UNORDERED = Set.of("getPlain", "setPlain", "getOpaque", "setOpaque", "weakCompareAndSetPlain");

    /** `type`: the class of the JDK. */
    static Rule of(String type, String name) {
        if (UNORDERED.contains(name)) return Rule.NONE;
        // What these do is recorded where it is done, within the JDK.
        if (type.contains("StructuredTaskScope")) return name.equals("fork") ? Rule.NONE : AFTER_ALL;
        if (isExecutor(type)) return ofExecutor(type, name);
        if (isTask(type)) return Rule.NONE;
        if (type.endsWith(".LinkedBlockingQueue") || type.endsWith("Queue") || type.endsWith("Deque")) {
            if (name.equals("put")) return SEND;
        }
        if (type.endsWith(".CountDownLatch") && name.equals("await")) return RECEIVE;
        if (GIVES.contains(name)) return SEND;
        if (TAKES.contains(name)) return RECEIVE;
        return switch (name) {
            case "hashCode", "getClass", "toString", "equals" -> Rule.NONE;
            default -> type.contains(".locks.") ? Rule.NONE : BOTH;
        };
    }

    private static Rule ofExecutor(String type, String name) {
        return switch (name) {
            case "awaitTermination", "isTerminated", "close" -> type.endsWith("ForkJoinPool") ? AFTER_ALL : RECEIVE;
            case "awaitQuiescence" -> AFTER_ALL;
            default -> Rule.NONE;
        };
    }

    private static boolean isExecutor(String type) {
        return type.endsWith("Executor") || type.endsWith("ForkJoinPool") || type.contains("Executors$") || type.contains("ThreadPerTask");
    }

    private static boolean isTask(String type) {
        return type.endsWith("FutureTask") || type.endsWith("CompletableFuture") || type.contains("ForkJoinTask") || type.endsWith("RecursiveTask")
                || type.endsWith("RecursiveAction") || type.endsWith("CountedCompleter") || type.contains("ThreadLocalRandom");
    }
}
