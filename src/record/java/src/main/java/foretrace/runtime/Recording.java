package foretrace.runtime;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicLong;

/** The recording of this process: its folder, its clock, and whether it goes on. */
public final class Recording {
    /** One step per synchronisation; accesses read it. */
    static final AtomicLong CLOCK = new AtomicLong();

    /** Whether accesses that can have no race of their own are left out. */
    static final boolean FILTERS = !"off".equals(System.getenv("FORETRACE_FILTER"));

    private static final AtomicLong left = new AtomicLong(Long.MAX_VALUE);
    private static Path folder;
    private static RandomAccessFile about;
    private static long stoppedAt;
    private static volatile Runnable last;
    /** Set by the bridge, too. */
    public static volatile boolean stopped;

    private Recording() {}

    /** Makes the folder and says who we are. */
    public static void begin(Path recording, long maxEvents) throws IOException {
        ProcessHandle self = ProcessHandle.current();
        makePrivate(recording);
        Path own = recording.resolve("process-" + self.pid());
        for (int n = 2; Files.exists(own); n++) own = recording.resolve("process-" + self.pid() + "-" + n);
        makePrivate(own);
        folder = own;
        if (maxEvents > 0) left.set(maxEvents);
        about = new RandomAccessFile(own.resolve("about").toFile(), "rw");
        String text = "runtime java\nversion 1\nstopped ";
        stoppedAt = text.length();
        text += "        \npid " + self.pid() + "\nparent " + self.parent().map(ProcessHandle::pid).orElse(0L)
                + "\nstarted " + System.currentTimeMillis() + "\ncommand " + command() + "\n";
        about.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void makePrivate(Path path) throws IOException {
        if (Files.isDirectory(path)) return;
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix"))
            Files.createDirectory(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        else Files.createDirectory(path);
    }

    /** This process has no folder, or none that can be written: whoever reads the recording has made room for that. */
    public static void impossible(String recording, Exception why) {
        try (RandomAccessFile file = new RandomAccessFile(Path.of(recording).resolve("refused").toFile(), "rw")) {
            file.write(Integer.toString(Refusal.number(why)).getBytes(StandardCharsets.US_ASCII));
        } catch (IOException | RuntimeException e) {
            // The folder is not there, or one that nobody can write: there is no recording.
        }
    }

    /** What is to be said of the whole. */
    public static void atEnd(Runnable work) {
        last = work;
    }

    /** The JVM is about to end. */
    static void ends() {
        Failures.tell();
        Runnable work = last;
        last = null;
        if (work == null) return;
        boolean before = Threads.pause();
        try {
            work.run();
        } finally {
            Threads.resume(before);
        }
    }

    /** This JVM is one of a tool, and is not recorded. */
    public static void tool(String recording, String name) {
        try (FileOutputStream file = new FileOutputStream(Path.of(recording).resolve("tools").toFile(), true)) {
            file.write((name + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException | RuntimeException e) {
            // Whoever can write nothing there has no recording either.
        }
    }

    /** As a person knows it: the main class or jar and what follows. */
    private static String command() {
        String line = System.getProperty("sun.java.command", "");
        return ("java " + line).replace('\n', ' ');
    }

    static Path file(String name) {
        return folder.resolve(name);
    }

    static boolean isStopped() {
        return stopped;
    }

    /** So many records more, or 0 if there are no more to be written. */
    static int credit() {
        int wish = 1024;
        long before = left.getAndAdd(-wish);
        return before <= 0 ? 0 : (int) Math.min(wish, before);
    }

    static void stop() {
        stopped = true;
    }

    /** The system takes no more. */
    static void refuse(IOException why) {
        if (stopped) return;
        int number = Refusal.number(why);
        if (number == Refusal.UNKNOWN) note("the recording could not be written: " + why);
        refuse(number);
    }

    static void refuse(int number) {
        if (stopped) return;
        stopped = true;
        refused(number);
    }

    /** In the room that `about` has for it, and without memory of our own: there may be none. */
    static void refused(int number) {
        try {
            synchronized (Recording.class) {
                about.seek(stoppedAt);
                for (int digits = 100; digits > 0; digits /= 10) about.write('0' + number / digits % 10);
            }
        } catch (IOException e) {
            // Nothing more can be said.
        }
    }

    /** Code runs that is not recorded, and why: the verdict is partial. */
    public static void unrecorded(String line) {
        Lines.UNRECORDED.add(line.replace('\n', ' '));
    }

    /** What a person should see; the verdict stays. */
    public static void note(String line) {
        Lines.NOTES.add(line.replace('\n', ' '));
    }
}
