package foretrace.agent;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Where the body of a constructor begins: behind the call of another constructor for `this`. */
final class SuperCall {
    private SuperCall() {}

    /** The call; null for what is no constructor. */
    static AbstractInsnNode bodyOf(MethodNode method) {
        if (!method.name.equals("<init>")) return null;
        int made = 0;
        for (AbstractInsnNode i = method.instructions.getFirst(); i != null; i = i.getNext()) {
            if (i.getOpcode() == Opcodes.NEW) made++;
            if (i.getOpcode() != Opcodes.INVOKESPECIAL || !((MethodInsnNode) i).name.equals("<init>")) continue;
            if (made-- == 0) return i;
        }
        // It never returns; nothing in it is recorded.
        return method.instructions.getLast();
    }
}
