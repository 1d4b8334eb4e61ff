// Two threads that talk by sockets of one process.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import lib.Both;

class SocketOk {
    static int shared;
    static int other;
    static int last;

    public static void main(String[] arguments) throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 1, here)) {
            Both.run(() -> {
                shared++;
                try (Socket client = new Socket(here, server.getLocalPort())) {
                    new PrintWriter(client.getOutputStream(), true).println("over to you");
                    System.out.println(client.getInputStream().read() + shared++);
                }
            }, () -> {
                try (Socket accepted = server.accept()) {
                    String line = new BufferedReader(new InputStreamReader(accepted.getInputStream())).readLine();
                    System.out.println(line + shared++);
                    accepted.getOutputStream().write(7);
                }
            });
        }
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(here, 0))) {
            Both.run(() -> {
                try (SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
                    other++;
                    client.write(ByteBuffer.wrap(new byte[1]));
                }
            }, () -> {
                try (SocketChannel accepted = server.accept()) {
                    accepted.read(ByteBuffer.allocate(1));
                    System.out.println(other++);
                }
            });
        }
        Pipe pipe = Pipe.open();
        Both.run(() -> {
            last++;
            pipe.sink().write(ByteBuffer.wrap(new byte[1]));
        }, () -> {
            pipe.source().read(ByteBuffer.allocate(1));
            System.out.println(last++);
        });
    }
}
