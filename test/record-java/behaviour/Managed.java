// Two threads that race, under a SecurityManager that lets the program do nothing.

public class Managed {
    static int value;

    public static void main(String[] arguments) throws Exception {
        Thread one = new Thread(() -> value++);
        Thread two = new Thread(() -> value++);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println("both are done");
    }
}
