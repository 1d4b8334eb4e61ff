// Two connections order nothing between them.

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import lib.Both;
import lib.Steps;

class SocketRace {
    static int shared;

    public static void main(String[] arguments) throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 2, here);
                Socket one = new Socket(here, server.getLocalPort());
                Socket oneEnd = server.accept();
                Socket two = new Socket(here, server.getLocalPort());
                Socket twoEnd = server.accept()) {
            twoEnd.getOutputStream().write(1);
            Both.run(() -> {
                shared++;
                one.getOutputStream().write(1);
                Steps.reached("written");
            }, () -> {
                Steps.after("written");
                System.out.println(two.getInputStream().read());
                shared++;
            });
            System.out.println(oneEnd.isClosed());
        }
    }
}
