// An object is published by a plain field.

import lib.Both;

class PublicationRace {
    int value;
    static PublicationRace shared;

    public static void main(String[] arguments) throws Exception {
        Both.run(() -> {
            PublicationRace it = new PublicationRace();
            it.value = 3;
            shared = it;
        }, () -> {
            PublicationRace it = shared;
            if (it != null) System.out.println(it.value >= 0);
        });
    }
}
