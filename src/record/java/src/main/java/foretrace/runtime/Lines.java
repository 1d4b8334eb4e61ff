package foretrace.runtime;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A text file of the recording that grows by lines. Each is written at once, so that a process that is killed leaves it. */
enum Lines {
    NOTES("notes"),
    UNRECORDED("unrecorded"),
    SITES("sites"),
    THREADS("threads");

    private final String name;
    private FileOutputStream out;

    Lines(String name) {
        this.name = name;
    }

    synchronized void add(String lines) {
        // That something is missing is said whatever happens.
        if (Recording.isStopped() && this != UNRECORDED) return;
        open();
        try {
            if (out != null) out.write((lines + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            if (this != NOTES) Recording.refuse(e);
        }
    }

    synchronized void open() {
        try {
            if (out == null) out = Privileged.opened(() -> new FileOutputStream(Recording.file(name).toFile(), true));
        } catch (IOException e) {
            if (this != NOTES) Recording.refuse(e);
        }
    }

    /** For a field between tabs. */
    static String plain(String text) {
        return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
    }
}
