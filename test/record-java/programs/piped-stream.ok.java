// Who reads what another thread has written into a pipe comes after it.

import java.io.BufferedReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import lib.Both;

class PipedStreamOk {
    static int first;
    static int second;

    public static void main(String[] arguments) throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(out);
        Both.run(() -> {
            first = 3;
            out.write(1);
            out.close();
        }, () -> {
            byte[] some = new byte[4];
            while (in.read(some) >= 0) System.out.println(first++);
        });
        PipedWriter writer = new PipedWriter();
        BufferedReader reader = new BufferedReader(new PipedReader(writer));
        Both.run(() -> {
            second = 3;
            PrintWriter lines = new PrintWriter(writer);
            lines.println("done");
            lines.close();
        }, () -> System.out.println(reader.readLine() + second++));
    }
}
