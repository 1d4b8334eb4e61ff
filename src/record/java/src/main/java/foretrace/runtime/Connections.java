package foretrace.runtime;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketImpl;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Connections whose two ends are in this process: who has read comes after who has written. The ends know each other by their ports, each way has a channel, and
 * connections whose ports happen to have the same one are ordered too much.
 */
final class Connections {
    /** The package of the ports; it is opened to us. */
    static final String PACKAGE = "java.net";

    private static final int CHANNELS = 1 << 12;
    private static final long FIRST = Regions.memory(8L * CHANNELS);

    private Connections() {}

    /** What this end writes to the other; 0 if it is not known. */
    static long out(Object end) {
        return channel(local(end), remote(end));
    }

    static long in(Object end) {
        return channel(remote(end), local(end));
    }

    /** From whoever connects to whoever accepts. */
    static long to(SocketAddress server) {
        return channel(-1, name(server));
    }

    static long at(Object server) {
        return channel(-1, local(server));
    }

    private static long channel(int from, int to) {
        if (from == 0 && to == 0) return 0;
        int hash = (from * 31 + to) * 0x9e3779b9;
        return FIRST + 8L * (hash >>> 20 & CHANNELS - 1);
    }

    private static int local(Object end) {
        try {
            if (end instanceof SocketChannel channel) return name(channel.getLocalAddress());
            if (end instanceof ServerSocketChannel channel) return name(channel.getLocalAddress());
            return Ports.LOCAL == null ? 0 : Ports.LOCAL.getInt(end);
        } catch (IOException | ReflectiveOperationException | RuntimeException e) {
            return 0;
        }
    }

    private static int remote(Object end) {
        try {
            if (end instanceof SocketChannel channel) return name(channel.getRemoteAddress());
            return Ports.REMOTE == null ? 0 : Ports.REMOTE.getInt(end);
        } catch (IOException | ReflectiveOperationException | RuntimeException e) {
            return 0;
        }
    }

    private static int name(SocketAddress address) {
        if (address instanceof InetSocketAddress inet) return inet.getPort();
        return address instanceof UnixDomainSocketAddress unix ? unix.getPath().toString().hashCode() : 0;
    }

    /** Not looked for before the program has a socket. */
    private static final class Ports {
        static final Field LOCAL = field("localport");
        static final Field REMOTE = field("port");

        private static Field field(String name) {
            try {
                Field field = SocketImpl.class.getDeclaredField(name);
                field.setAccessible(true);
                return field;
            } catch (ReflectiveOperationException | RuntimeException e) {
                return null;
            }
        }
    }
}
