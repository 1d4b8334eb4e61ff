package foretrace.runtime;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who called. To know it for every event would cost more than all else: a thread looks at its stack when it comes to a place for the first time, unless
 * everything is wanted.
 */
final class Stacks {
    private static final StackWalker WALKER = StackWalker.getInstance();
    /** Between the program and the hooks, by the agent. */
    private static final String BRIDGE = "java.lang.ForetraceHooks";
    private static final int DEEPEST = 64;
    private static final String KEPT = System.getenv("FORETRACE_JAVA_STACKS") == null ? "some" : System.getenv("FORETRACE_JAVA_STACKS");

    private static final boolean IS_EXACT = KEPT.equals("exact");

    private final ThreadLog log;
    private final BitSet seen = new BitSet();
    private final Map<Long, Integer> contexts = new HashMap<>();
    private final Map<Long, Integer> places = new HashMap<>();

    Stacks(ThreadLog log) {
        this.log = log;
    }

    /** The site of a record at a place. */
    long site(int place) {
        if (!IS_EXACT && seen.get(place) || place == 0) return place;
        seen.set(place);
        if (KEPT.equals("none")) return place;
        List<StackWalker.StackFrame> frames = frames();
        return frames.isEmpty() ? place : at(place, frames, 1);
    }

    /** The site of a record that code of the JDK makes: where the program has called it. */
    long caller() {
        List<StackWalker.StackFrame> frames = frames();
        for (int i = 0; i < frames.size(); i++) {
            if (isProgram(frames.get(i))) return KEPT.equals("none") ? place(frames.get(i)) : at(place(frames.get(i)), frames, i + 1);
        }
        return 0;
    }

    private static boolean isProgram(StackWalker.StackFrame frame) {
        String name = frame.getClassName();
        return !name.startsWith("java.") && !name.startsWith("jdk.") && !name.startsWith("sun.");
    }

    private static boolean isOurs(String type) {
        return type.startsWith("foretrace.") || type.equals(BRIDGE);
    }

    private static List<StackWalker.StackFrame> frames() {
        return WALKER.walk(all -> {
            List<StackWalker.StackFrame> list = new ArrayList<>();
            all.dropWhile(f -> isOurs(f.getClassName())).limit(DEEPEST).forEach(list::add);
            return list;
        });
    }

    /** The place in the context of the frames from `from` on. */
    private long at(int place, List<StackWalker.StackFrame> frames, int from) {
        int context = 0;
        for (int i = frames.size() - 1; i >= from; i--) context = context(context, place(frames.get(i)));
        long key = (long) context << 32 | place;
        Integer known = places.get(key);
        if (known == null) {
            log.plain(Raw.PLACE, place, context, 0);
            known = places.size() + 1;
            places.put(key, known);
        }
        return Raw.PLACE_BIT + known;
    }

    private int context(int outer, int call) {
        long key = (long) outer << 32 | call;
        Integer known = contexts.get(key);
        if (known != null) return known;
        log.plain(Raw.CALL, outer, call, 0);
        int number = contexts.size() + 1;
        contexts.put(key, number);
        return number;
    }

    private static int place(StackWalker.StackFrame frame) {
        String origin = isProgram(frame) ? Origins.known(frame.getClassName()) : "java.base";
        return Sites.call(frame.getClassName(), frame.getMethodName(), frame.getFileName(), Math.max(frame.getLineNumber(), 0), origin);
    }
}
