package foretrace.agent;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The places within the JDK where a thread hands something to another, or calls code of the program. By class; a * stands for the rest of a name. */
final class JdkPlaces {
    private static final String C = "java/util/concurrent/";
    private static final String TASK = C + "ForkJoinTask";
    private static final String FUTURE = C + "CompletableFuture";

    private static final List<Edit> PIPED = List.of(Edit.entry("receive", 0, "send"), Edit.entry("receivedLast", 0, "send"), Edit.exit("read", "", 0, "receive"));
    private static final List<Edit> MONITORS = List.of(InsideEdits.MONITORS);
    /** Not every part has one. */
    private static final List<Edit> PARTS = List.of(InsideEdits.MONITORS.optional());
    private static final List<Edit> FUNCTIONS = List.of(InsideEdits.FUNCTIONS, InsideEdits.COMPARISONS, InsideEdits.NEXT);

    /** Threads, tasks and their results. */
    private static final Map<String, List<Edit>> HANDED = Map.ofEntries(
            Map.entry("java/lang/Thread", List.of(Edit.beforeCall("", "start0", 0, "fork"), Edit.entry("exit", Edit.NOTHING, "end"))),
            Map.entry("java/lang/VirtualThread", List.of(Edit.entryOf("start", "(Ljdk/internal/vm/ThreadContainer;)V", 0, "fork"),
                    Edit.exit("run", "(Ljava/lang/Runnable;)V", Edit.NOTHING, "end"))),
            Map.entry(C + "ThreadPoolExecutor", List.of(Edit.entry("execute", 1, "send"), Edit.beforeCall("runWorker", "run", 0, "receive"),
                    Edit.entry("tryTerminate", 0, "send"))),
            Map.entry(C + "ScheduledThreadPoolExecutor", List.of(Edit.entry("delayedExecute", 1, "send"), Edit.entry("reExecutePeriodic", 1, "send"))),
            Map.entry(C + "FutureTask", List.of(Edit.entry("set", 0, "send"), Edit.entry("setException", 0, "send"), Edit.entry("cancel", 0, "send"),
                    Edit.afterRead("state", "futureState"))),
            Map.entry(C + "ForkJoinPool$WorkQueue", List.of(Edit.entry("push", 1, "send"), Edit.entry("lockedPush", 1, "send").optional(),
                    Edit.afterRead("status", "taskStatus").optional())),
            Map.entry(TASK, List.of(Edit.entry("doExec", 0, "receive"), Edit.entry("setDone", 0, "send"), Edit.entry("trySetThrown", 0, "send"),
                    Edit.entry("trySetCancelled", 0, "send"), Edit.afterRead("status", "taskStatus"))),
            Map.entry(C + "ForkJoinPool", List.of(Edit.afterRead("status", "taskStatus").optional())),
            Map.entry(C + "CountedCompleter", List.of(Edit.beforeCall("", "weakCompareAndSetPendingCount", 2, "send").optional(),
                    Edit.beforeCall("", "compareAndSetPendingCount", 2, "send").optional(), Edit.afterRead("pending", "pending"))),
            Map.entry(FUTURE, List.of(Edit.afterRead("result", "result"), Edit.beforeWrite("result", "send"),
                    Edit.entry("internalComplete", 0, "send"), Edit.entry("completeNull", 0, "send"), Edit.entry("completeValue", 0, "send"),
                    Edit.entry("completeThrowable", 0, "send"), Edit.entry("completeRelay", 0, "send"), Edit.entry("tryPushStack", 1, "send"),
                    Edit.entry("unipush", 1, "send"), Edit.entry("bipush", 2, "send"), Edit.entry("orpush", 2, "send").optional())),
            Map.entry(FUTURE + "$*", List.of(Edit.afterRead("result", "result").optional(), Edit.beforeWrite("result", "send").optional(),
                    Edit.entry("tryFire", 0, "receive").optional())),
            Map.entry(C + "ThreadPerTaskExecutor", List.of(Edit.entry("taskComplete", 0, "send"))),
            Map.entry(C + "CyclicBarrier", List.of(Edit.around("run"))),
            Map.entry(C + "Phaser", List.of(Edit.around("onAdvance"))),
            Map.entry(C + "SubmissionPublisher$BufferedSubscription", List.of(Edit.entry("offer", 0, "send"), Edit.entry("request", 0, "send"),
                    Edit.entry("onSubscribe", 0, "send"), Edit.entry("onComplete", 0, "send"), Edit.entry("onError", 0, "send"),
                    InsideEdits.SUBSCRIBERS)),
            Map.entry("java/lang/reflect/Method", List.of(Edit.result("getModifiers", "modifiers"))),
            Map.entry("java/lang/invoke/InfoFromMemberName", List.of(Edit.result("getModifiers", "modifiers"))),
            Map.entry("java/util/Timer", List.of(Edit.entry("sched", 1, "send"))),
            Map.entry("java/util/TimerThread", List.of(Edit.beforeCall("mainLoop", "run", 0, "receive"))));

    /** The end of objects and of the JVM, what threads read that others have written, and what a program sees of its classes. */
    private static final Map<String, List<Edit>> ENDS = Map.ofEntries(
            Map.entry("java/lang/Shutdown", List.of(Edit.exit("runHooks", "()V", Edit.NOTHING, "ending"))),
            Map.entry("jdk/internal/ref/CleanerImpl", List.of(Edit.beforeCall("run", "clean", 0, "reaped"))),
            Map.entry("java/lang/ref/Finalizer", List.of(Edit.entry("runFinalizer", 0, "reaped").optional())),
            Map.entry("java/lang/ApplicationShutdownHooks", List.of(Edit.entry("add", 0, "send"), Edit.entry("runHooks", Edit.NOTHING, "shutdown"),
                    Edit.beforeCall("runHooks", "start", 0, "receive"))),
            Map.entry("jdk/internal/reflect/Reflection", List.of(Edit.argument("filterFields", "visible", "[Ljava/lang/reflect/Field;"))),
            Map.entry("java/io/PipedInputStream", PIPED), Map.entry("java/io/PipedReader", PIPED),
            Map.entry("sun/nio/ch/NioSocketImpl", List.of(Edit.entryOf("write", "([BII)V", 0, "Inputs.writes"), Edit.entry("close", 0, "Inputs.writes"),
                    Edit.entry("shutdownOutput", 0, "Inputs.writes"), Edit.exit("read", "([BII)I", 0, "Inputs.hasRead"),
                    Edit.entryOf("connect", "(Ljava/net/SocketAddress;", 1, "Inputs.connects"), Edit.exit("accept", "", 0, "Inputs.hasAccepted"))),
            Map.entry("sun/nio/ch/SocketChannelImpl", List.of(Edit.entry("write", 0, "Inputs.writes"), Edit.entry("blockingWriteFully", 0, "Inputs.writes"),
                    Edit.entry("implCloseSelectableChannel", 0, "Inputs.writes"), Edit.entry("shutdownOutput", 0, "Inputs.writes"),
                    Edit.exit("read", "", 0, "Inputs.hasRead"), Edit.exit("blockingRead", "", 0, "Inputs.hasRead"),
                    Edit.entry("connect", 1, "Inputs.connects"))),
            Map.entry("sun/nio/ch/ServerSocketChannelImpl", List.of(Edit.exit("accept", "()", 0, "Inputs.hasAccepted"))),
            Map.entry("sun/nio/ch/PipeImpl", List.of(InsideEdits.ENDS)),
            Map.entry("sun/nio/ch/SinkChannelImpl", List.of(Edit.entry("write", 0, "send"), Edit.entry("implCloseSelectableChannel", 0, "send"))),
            Map.entry("sun/nio/ch/SourceChannelImpl", List.of(Edit.exit("read", "", 0, "receive"))));

    /** What code of the program within the JDK's is ordered by: locks and functions. */
    private static final Map<String, List<Edit>> INSIDE = Map.ofEntries(
            Map.entry("java/util/Vector", MONITORS), Map.entry("java/util/Stack", MONITORS), Map.entry("java/util/Hashtable", MONITORS),
            Map.entry("java/lang/StringBuffer", MONITORS), Map.entry("java/util/Vector$*", PARTS), Map.entry("java/util/Hashtable$*", PARTS),
            Map.entry("java/util/Collections$Synchronized*", PARTS),
            Map.entry(C + "ConcurrentHashMap", List.of(InsideEdits.KEYS_UNDER_LOCK, InsideEdits.FUNCTIONS, InsideEdits.COMPARISONS)),
            Map.entry(C + "ConcurrentHashMap$*Task", List.of(InsideEdits.TASKS)),
            Map.entry(C + "ConcurrentHashMap$*", List.of(InsideEdits.PARTS.optional(), InsideEdits.FUNCTIONS, InsideEdits.NEXT)),
            Map.entry(C + "ConcurrentSkipListMap", List.of(InsideEdits.KEYS, InsideEdits.PARTS, InsideEdits.FUNCTIONS, InsideEdits.COMPARISONS)),
            Map.entry(C + "ConcurrentSkipListMap$*", List.of(InsideEdits.PARTS.optional(), InsideEdits.FUNCTIONS, InsideEdits.NEXT)),
            Map.entry(C + "CopyOnWriteArray*", FUNCTIONS), Map.entry(C + "ArrayBlockingQueue*", FUNCTIONS), Map.entry(C + "LinkedBlocking*", FUNCTIONS),
            Map.entry(C + "PriorityBlockingQueue", List.of(InsideEdits.FUNCTIONS, InsideEdits.LOCKED)), Map.entry(C + "PriorityBlockingQueue$*", FUNCTIONS),
            Map.entry(C + "DelayQueue", List.of(InsideEdits.LOCKED)),
            Map.entry(C + "CopyOnWriteArrayList", List.of(InsideEdits.FUNCTIONS, InsideEdits.COMPARISONS, Edit.exit("getArray", "()", 0, "inside"))),
            Map.entry(C + "ConcurrentLinked*", FUNCTIONS),
            Map.entry(C + "LinkedTransferQueue*", FUNCTIONS), Map.entry(C + "atomic/Atomic*FieldUpdater", List.of(InsideEdits.UPDATES)),
            Map.entry(C + "atomic/Atomic*", FUNCTIONS));

    static final Map<String, List<Edit>> EDITS = new HashMap<>(HANDED);

    static {
        EDITS.putAll(ENDS);
        EDITS.putAll(INSIDE);
    }

    private JdkPlaces() {}
}
