// Two threads that race; then the process is killed by itself.

public class Killed {
    static int value;

    public static void main(String[] arguments) throws Exception {
        Thread one = new Thread(() -> value++);
        Thread two = new Thread(() -> value++);
        one.start();
        two.start();
        one.join();
        two.join();
        new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start().waitFor();
        Thread.sleep(1_000_000);
    }
}
