package foretrace.runtime;

import java.net.SocketAddress;

/** What code of the JDK calls where one thread hands something to another by input and output. */
public final class Inputs {
    private Inputs() {}

    /** A socket is about to be written to, or closed. */
    public static void writes(Object end) {
        record(Raw.SEND, Connections.out(end));
    }

    public static void hasRead(Object end) {
        record(Raw.RECEIVE, Connections.in(end));
    }

    public static void connects(Object server) {
        if (server instanceof SocketAddress address) record(Raw.SEND, Connections.to(address));
    }

    public static void hasAccepted(Object server) {
        record(Raw.RECEIVE, Connections.at(server));
    }

    /** The two ends of a pipe are one. */
    public static void end(Object pipe, Object end) {
        ThreadLog log = Threads.entered();
        if (log == null) return;
        try {
            Regions.alias(end, Regions.of(log, pipe));
        } finally {
            log.busy = false;
        }
    }

    private static void record(int kind, long channel) {
        ThreadLog log = channel == 0 ? null : Threads.entered();
        if (log == null) return;
        try {
            log.sync(kind, channel, 0, 0);
        } finally {
            log.busy = false;
        }
    }
}
