// What the writer of a pipe does after it has written.

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import lib.Both;

class PipedStreamRace {
    static int shared;

    public static void main(String[] arguments) throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(out);
        Both.run(() -> {
            out.write(1);
            shared++;
        }, () -> System.out.println(in.read() + shared++));
    }
}
