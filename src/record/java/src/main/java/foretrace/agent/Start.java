package foretrace.agent;

import foretrace.runtime.Channels;
import foretrace.runtime.Jdk;
import foretrace.runtime.LockRules;
import foretrace.runtime.Recording;
import foretrace.runtime.Threads;
import foretrace.runtime.Views;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Prepares a JVM that can be recorded, before its main class is loaded. */
final class Start {
    private Start() {}

    static void start(Instrumentation instrumentation) {
        String folder = System.getenv("FORETRACE_RECORD");
        if (folder == null || folder.isEmpty()) return;
        String tool = Tools.of(System.getProperty("sun.java.command", ""));
        if (tool != null) {
            Recording.tool(folder, tool);
            Tools.watch(tool, instrumentation, missing -> unrecorded(folder, instrumentation, missing));
            return;
        }
        if (!begin(folder)) return;
        try {
            open(instrumentation);
            Threads.begin();
            Bridge.define();
            boolean before = Threads.pause();
            try {
                // What its making loads would come to it half made.
                JdkHooks.isHooked("");
                Recording.atEnd(new Missed(instrumentation));
                instrumentation.addTransformer(new Transformer(), true);
                retransform(instrumentation);
                Jdk.begin();
            } finally {
                Threads.resume(before);
            }
        } catch (Throwable e) {
            // The program must run all the same.
            Recording.unrecorded("the JVM could not be prepared: " + e);
        }
    }

    /** A process of which nothing else is said. */
    private static void unrecorded(String folder, Instrumentation instrumentation, String missing) {
        if (!begin(folder)) return;
        open(instrumentation);
        Threads.begin();
        Recording.unrecorded(missing);
    }

    private static boolean begin(String folder) {
        try {
            Recording.begin(Path.of(folder), limit());
            return true;
        } catch (IOException | RuntimeException e) {
            Recording.impossible(folder, e);
            System.err.println("foretrace: the recording cannot be written; the program runs unrecorded: " + e);
            return false;
        }
    }

    /** 0 for none. */
    private static long limit() {
        String events = System.getenv("FORETRACE_MAX_EVENTS");
        if (events == null || events.isEmpty()) return 0;
        try {
            return Long.parseLong(events);
        } catch (NumberFormatException e) {
            System.err.println("foretrace: FORETRACE_MAX_EVENTS is no number (" + events + "): recording has no limit");
            return 0;
        }
    }

    /** The synchronizers of locks are theirs alone, and so is what views are of and what keeps a file open; the bridge stands in java.lang. */
    private static void open(Instrumentation instrumentation) {
        Module base = Object.class.getModule();
        Set<Module> us = Set.of(LockRules.class.getModule());
        Map<String, Set<Module>> opens = new HashMap<>(Map.of(Channels.PACKAGE, us, "java.lang", us));
        for (String name : Views.PACKAGES) opens.put(name, us);
        instrumentation.redefineModule(base, us, Map.of("jdk.internal.misc", us), opens, Set.of(), Map.of());
    }

    /** Those that were loaded before us; the others come to the transformer by themselves. All at once: the JVM stands still for each time. */
    private static void retransform(Instrumentation instrumentation) throws UnmodifiableClassException {
        List<Class<?>> loaded = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses())
            if (type.getClassLoader() == null && JdkHooks.isHooked(type.getName().replace('.', '/'))) loaded.add(type);
        instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
    }
}
