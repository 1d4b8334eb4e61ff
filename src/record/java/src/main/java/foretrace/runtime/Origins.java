package foretrace.runtime;

import java.util.concurrent.ConcurrentHashMap;

/** Which jar a class is from, as the agent saw it. */
public final class Origins {
    private static final ConcurrentHashMap<String, String> origins = new ConcurrentHashMap<>();

    private Origins() {}

    /** Empty for a class of a folder: the program's own. */
    public static void tell(String type, String jar) {
        if (!jar.isEmpty()) origins.put(type, jar);
    }

    static String known(String type) {
        return origins.getOrDefault(type, "");
    }
}
