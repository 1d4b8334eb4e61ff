package foretrace.runtime;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Files that an interrupt of the thread which writes them does not close. */
public final class Channels {
    private Channels() {}

    /** The package that has the method for it; it is opened to us. */
    public static final String PACKAGE = "sun.nio.ch";

    static FileChannel open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            Method method = channel.getClass().getMethod("setUninterruptible");
            method.setAccessible(true);
            method.invoke(channel);
        } catch (ReflectiveOperationException e) {
            throw new IOException("this JDK has no files that stay open when a thread is interrupted", e);
        }
        return channel;
    }
}
