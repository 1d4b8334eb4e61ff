// A signal is handled by a thread that the program has not started, and nothing orders it.

import sun.misc.Signal;

class Signalled {
    static int count;

    public static void main(String[] arguments) throws Exception {
        Signal.handle(new Signal("USR2"), signal -> {
            count++;
            System.setProperty("handled", "yes");
        });
        count++;
        Signal.raise(new Signal("USR2"));
        while (System.getProperty("handled") == null) Thread.sleep(1);
        System.out.println(count > 0);
    }
}
