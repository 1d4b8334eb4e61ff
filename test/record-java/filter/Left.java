// Accesses of one kind, a thousand times.

class Left {
    static int count;
    int field;

    public static void main(String[] arguments) throws Exception {
        String what = arguments[0];
        if (what.equals("alone")) work(what);
        Thread thread = new Thread(() -> work(what));
        if (what.equals("alone")) return;
        thread.start();
        thread.join();
    }

    private static void work(String what) {
        int[] array = what.equals("walk") ? new int[2000] : null;
        for (int i = 0; i < 1000; i++) {
            switch (what) {
                case "alone", "repeated" -> count = i;
                case "object" -> new Left().field = i;
                case "array" -> (new int[3])[i % 3] = i;
                case "walk" -> array[i] = i;
                default -> throw new IllegalArgumentException(what);
            }
        }
    }
}
