package foretrace.agent;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** A local of a method that has the log of its thread: to look for it at every access takes longer than all else. Of no type that the program could not see. */
final class LogLocal {
    private static final String TYPE = "java/lang/Object";

    private final MethodNode method;
    private final int local;
    private final boolean isKept;

    /** `local`: the first that is free. */
    LogLocal(MethodNode method, int local) {
        this.method = method;
        this.local = local;
        isKept = isWorthIt(method);
    }

    /** The first local behind it. */
    int next() {
        return isKept ? local + 1 : local;
    }

    /** Pushes the log, or null: then the hook looks for it. */
    AbstractInsnNode push() {
        return isKept ? new VarInsnNode(Opcodes.ALOAD, local) : new InsnNode(Opcodes.ACONST_NULL);
    }

    /** To be called last: all frames know of it. */
    void begin() {
        if (!isKept) return;
        for (AbstractInsnNode i : method.instructions) if (i instanceof FrameNode frame) extend(frame);
        InsnList first = new InsnList();
        first.add(MethodRewriter.call(MethodRewriter.ACCESSES, "log", "()L" + TYPE + ";"));
        first.add(new VarInsnNode(Opcodes.ASTORE, local));
        method.instructions.insert(first);
    }

    private void extend(FrameNode frame) {
        List<Object> locals = new ArrayList<>(frame.local);
        int slots = 0;
        for (Object type : locals) slots += type == Opcodes.LONG || type == Opcodes.DOUBLE ? 2 : 1;
        for (; slots < local; slots++) locals.add(Opcodes.TOP);
        locals.add(TYPE);
        frame.local = locals;
    }

    /** Two accesses, or one in a loop. */
    private static boolean isWorthIt(MethodNode method) {
        int accesses = 0;
        for (AbstractInsnNode i : method.instructions) {
            if (isAccess(i.getOpcode())) accesses++;
            else if (i instanceof JumpInsnNode jump && method.instructions.indexOf(jump.label) < method.instructions.indexOf(i) && accesses > 0) return true;
        }
        return accesses > 1;
    }

    private static boolean isAccess(int opcode) {
        boolean isElement = opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
        return isElement || opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.PUTFIELD;
    }
}
