package foretrace.runtime;

import java.util.HashMap;
import java.util.Map;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/** Numbers for places of the code and for what the recording has to name, with a line each in the file `sites`; and what instrumented instructions do. */
public final class Sites {
    private static final Map<String, Integer> numbers = new HashMap<>();
    private static int last;
    private static final int PART_BITS = 10;
    private static final int PART = 1 << PART_BITS;
    /** In parts that stay where they are: hooks look here without a lock. To the compiler of the JVM what is here is constant, once it is. */
    @Stable
    private static final Site[][] parts = new Site[1 << 13][];
    private static int count = 1;

    private Sites() {}

    /** The number of a line in `sites`: always the same for the same line. */
    static synchronized int named(String line) {
        Integer known = numbers.get(line);
        if (known != null) return known;
        int number = ++last;
        numbers.put(line, number);
        Lines.SITES.add(number + "\t" + line);
        return number;
    }

    /** A place of the code with something to record. `origin`: the jar or the module that the class is from; empty for the program's own folders. */
    public static int place(String type, String method, String file, int line, String origin) {
        return named(text(type, method, file, line, origin));
    }

    /** A place that is there because it calls what is recorded: the other kind decides what a line is called, since it is the same in every run. */
    static synchronized int call(String type, String method, String file, int line, String origin) {
        String text = text(type, method, file, line, origin);
        Integer known = numbers.get(text);
        return known != null ? known : named(text + "\tcall");
    }

    private static String text(String type, String method, String file, int line, String origin) {
        return "P\t" + Lines.plain(type) + "\t" + Lines.plain(method) + "\t" + Lines.plain(file == null ? "" : file) + "\t" + line + "\t" + Lines.plain(origin);
    }

    /** An instruction that calls a hook: its number. */
    public static synchronized int add(Site site) {
        int part = count >> PART_BITS;
        if (part == parts.length) throw new IllegalStateException("too many instructions");
        if (parts[part] == null) parts[part] = new Site[PART];
        parts[part][count & PART - 1] = site;
        return count++;
    }

    @ForceInline
    static Site site(int number) {
        return parts[number >> PART_BITS][number & PART - 1];
    }
}
