// Two threads have a copy each of an object that both have read.

import lib.Both;

class CloneOk implements Cloneable {
    int value = 1;
    static final CloneOk shared = new CloneOk();

    @Override
    protected CloneOk clone() throws CloneNotSupportedException {
        return (CloneOk) super.clone();
    }

    private static void work() throws CloneNotSupportedException {
        int before = shared.value;
        CloneOk mine = shared.clone();
        synchronized (CloneOk.class) {
            mine.value += before;
        }
        mine.value++;
        System.out.println(mine.value);
    }

    public static void main(String[] arguments) throws Exception {
        Both.run(CloneOk::work, CloneOk::work);
    }
}
