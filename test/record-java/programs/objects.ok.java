// The same field of two objects.

import lib.Both;

class ObjectsOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        ObjectsOk one = new ObjectsOk();
        ObjectsOk two = new ObjectsOk();
        Both.run(() -> one.value++, () -> two.value++);
    }
}
