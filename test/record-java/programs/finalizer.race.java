// A finalizer runs in a thread that the program has not started, and nothing orders it with what comes after the object was made.

class FinalizerRace {
    static int count;

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
        count++;
        System.setProperty("finalized", "yes");
    }

    public static void main(String[] arguments) throws Exception {
        new FinalizerRace();
        count++;
        while (System.getProperty("finalized") == null) {
            System.gc();
            Thread.sleep(1);
        }
        System.out.println(count > 0);
    }
}
