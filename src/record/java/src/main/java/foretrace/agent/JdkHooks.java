package foretrace.agent;

import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** The places within the JDK where a thread hands something to another: the start and the end of threads, tasks and their results; and where classes are looked at. */
final class JdkHooks {
    private static final String C = "java/util/concurrent/";
    private static final String TASK = C + "ForkJoinTask";
    private static final String FUTURE = C + "CompletableFuture";

    /** By class, or by the beginning of its name with a * behind it. An edit that finds no place is told of: this JDK is another than those that we know. */
    private static final Map<String, List<Edit>> EDITS = Map.ofEntries(
            Map.entry("java/lang/Thread", List.of(Edit.beforeCall("", "start0", 0, "fork"), Edit.entry("exit", Edit.NOTHING, "end"))),
            Map.entry("java/lang/VirtualThread", List.of(Edit.entryOf("start", "(Ljdk/internal/vm/ThreadContainer;)V", 0, "fork"), Edit.exit("run", "(Ljava/lang/Runnable;)V", "end"))),
            Map.entry(C + "ThreadPoolExecutor", List.of(Edit.entry("execute", 1, "send"), Edit.beforeCall("runWorker", "run", 0, "receive"),
                    Edit.entry("tryTerminate", 0, "send"))),
            Map.entry(C + "ScheduledThreadPoolExecutor", List.of(Edit.entry("delayedExecute", 1, "send"), Edit.entry("reExecutePeriodic", 1, "send"))),
            Map.entry(C + "FutureTask", List.of(Edit.entry("set", 0, "send"), Edit.entry("setException", 0, "send"), Edit.entry("cancel", 0, "send"),
                    Edit.afterRead("state", "futureState"))),
            Map.entry(C + "ForkJoinPool$WorkQueue", List.of(Edit.entry("push", 1, "send"), Edit.entry("lockedPush", 1, "send").optional())),
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
            Map.entry("jdk/internal/reflect/Reflection", List.of(Edit.argument("filterFields", "visible", "[Ljava/lang/reflect/Field;"))),
            Map.entry("java/util/Timer", List.of(Edit.entry("sched", 1, "send"))),
            Map.entry("java/util/TimerThread", List.of(Edit.beforeCall("mainLoop", "run", 0, "receive"))));

    private JdkHooks() {}

    static boolean isHooked(String name) {
        return editsOf(name) != null;
    }

    private static List<Edit> editsOf(String name) {
        List<Edit> own = EDITS.get(name);
        return own == null && name.startsWith(FUTURE + "$") ? EDITS.get(FUTURE + "$*") : own;
    }

    /** Null for a class that stays as it is. Edits that should have found a place and did not are added to `missing`. */
    static byte[] rewritten(String name, byte[] bytes, List<String> missing) {
        List<Edit> edits = editsOf(name);
        if (edits == null) return null;
        ClassReader reader = new ClassReader(bytes);
        ClassNode type = new ClassNode();
        reader.accept(type, 0);
        for (Edit edit : edits) {
            boolean found = false;
            for (MethodNode method : type.methods) {
                if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0) found |= edit.apply(method);
            }
            if (!found && edit.isNeeded()) missing.add(name.replace('/', '.') + "." + edit.name());
        }
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        type.accept(writer);
        return writer.toByteArray();
    }
}
