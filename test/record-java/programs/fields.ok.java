// Two fields of one object, one for each thread.

import lib.Both;

class FieldsOk {
    int left;
    long right;

    public static void main(String[] arguments) throws Exception {
        FieldsOk it = new FieldsOk();
        Both.run(() -> it.left++, () -> it.right++);
    }
}
