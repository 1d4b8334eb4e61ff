package foretrace.runtime;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Numbers for places of the code and for what the recording has to name, with a line each in the file `sites`; and what instrumented instructions do. */
public final class Sites {
    private static final Map<String, Integer> numbers = new HashMap<>();
    private static int last;
    private static Site[] all = new Site[1024];
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

    /** A place of the code. `origin`: the jar or the module that the class is from; empty for the program's own folders. */
    public static int place(String type, String method, String file, int line, String origin) {
        return named("P\t" + Lines.plain(type) + "\t" + Lines.plain(method) + "\t" + Lines.plain(file == null ? "" : file) + "\t" + line + "\t"
                + Lines.plain(origin));
    }

    /** An instruction that calls a hook: its number. */
    public static synchronized int add(Site site) {
        if (count == all.length) all = Arrays.copyOf(all, 2 * count);
        all[count] = site;
        return count++;
    }

    static Site site(int number) {
        return all[number];
    }
}
