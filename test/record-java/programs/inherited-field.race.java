// A field of the class above, by the name of the class below.

import lib.Both;

class InheritedFieldRace {
    static class Above {
        int value;
    }

    static class Below extends Above {
        int other;
    }

    public static void main(String[] arguments) throws Exception {
        Below it = new Below();
        Above same = it;
        Both.run(() -> it.value++, () -> same.value++);
    }
}
