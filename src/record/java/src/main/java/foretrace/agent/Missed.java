package foretrace.agent;

import foretrace.runtime.ClassFacts;
import foretrace.runtime.Recording;
import java.lang.instrument.Instrumentation;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Classes of the program that never came to the transformer: the JVM has none for those that are loaded within another's transformation (a class loader that looks for a
 * resource may load some of its own), or where a thread had no stack left. Looked for when the JVM ends.
 */
final class Missed implements Runnable {
    private final Instrumentation instrumentation;
    /** Those of other agents. */
    private final Set<Class<?>> before = Collections.newSetFromMap(new WeakHashMap<>());

    /** To be made before the transformer is there. */
    Missed(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
        for (Class<?> type : instrumentation.getAllLoadedClasses()) if (isOfProgram(type)) before.add(type);
    }

    @Override
    public void run() {
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (!isOfProgram(type) || before.contains(type) || ClassFacts.isKnown(type) || Transformer.hasFailed(type.getName())) continue;
            Recording.unrecorded(type.getName() + " (it was loaded where no agent could come to it)");
        }
    }

    private static boolean isOfProgram(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        if (loader == null || loader == ClassLoader.getPlatformClassLoader() || type.isArray() || type.isHidden()) return false;
        return !Transformer.isTool(type.getModule()) && !type.getName().startsWith("foretrace.");
    }
}
