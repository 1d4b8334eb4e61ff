// A hook starts after what the thread did that calls exit, and after what was done before it was registered.

import lib.Steps;

class ShutdownExitOk {
    static int shared;
    static int registered;

    public static void main(String[] arguments) throws Exception {
        Thread registrar = new Thread(() -> {
            registered++;
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(shared++ + registered++)));
            Steps.reached("registered");
        });
        registrar.start();
        Steps.after("registered");
        shared++;
        System.exit(0);
    }
}
