// An instance that is made by the initialiser of a class of its own.

import lib.Both;

class LazyHolderOk {
    int[] values = {1, 2};

    static class Holder {
        static final LazyHolderOk INSTANCE = new LazyHolderOk();
    }

    static LazyHolderOk get() {
        return Holder.INSTANCE;
    }

    public static void main(String[] arguments) throws Exception {
        Both.run(() -> System.out.println(get().values[1]), () -> System.out.println(get().values[1]));
    }
}
