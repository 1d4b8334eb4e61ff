package lib;

/** An order of steps that the recorder does not see: properties of the system are read and written within the JDK. */
public final class Steps {
    private Steps() {}

    public static void reached(String step) {
        System.setProperty("step." + step, "reached");
    }

    public static void after(String step) {
        while (System.getProperty("step." + step) == null) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
