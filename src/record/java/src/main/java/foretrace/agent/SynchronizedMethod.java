package foretrace.agent;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The monitor of a synchronized method is had before its first instruction: no hook could say who waits for it. So it becomes a block around the body, which is hooked as
 * any other, and reflection is told of the flag that was there (foretrace.runtime.Jdk.modifiers).
 */
final class SynchronizedMethod {
    private static final int CLASS_CONSTANTS = Opcodes.V1_5;

    private final ClassNode type;
    private final MethodNode method;
    private final InsnList code;
    /** Keeps the lock, which the method may not have in `this` any more. */
    private final int local;

    private SynchronizedMethod(ClassNode type, MethodNode method) {
        this.type = type;
        this.method = method;
        code = method.instructions;
        local = method.maxLocals++;
    }

    static boolean isOne(MethodNode method) {
        return (method.access & Opcodes.ACC_SYNCHRONIZED) != 0 && method.instructions.size() > 0;
    }

    static void rewrite(ClassNode type, MethodNode method) {
        if (isOne(method)) new SynchronizedMethod(type, method).rewrite();
    }

    private void rewrite() {
        method.access &= ~Opcodes.ACC_SYNCHRONIZED;
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        // Older ones have no constants that are classes; what else is new there they do not use.
        if (isStatic && (type.version & 0xffff) < CLASS_CONSTANTS) type.version = CLASS_CONSTANTS;
        extendFrames(isStatic ? "java/lang/Class" : type.name);
        AbstractInsnNode[] body = code.toArray();
        LabelNode from = new LabelNode();
        InsnList enter = new InsnList();
        enter.add(isStatic ? new LdcInsnNode(Type.getObjectType(type.name)) : new VarInsnNode(Opcodes.ALOAD, 0));
        enter.add(new InsnNode(Opcodes.DUP));
        enter.add(new VarInsnNode(Opcodes.ASTORE, local));
        enter.add(new InsnNode(Opcodes.MONITORENTER));
        enter.add(from);
        code.insert(enter);
        LabelNode handler = new LabelNode();
        for (AbstractInsnNode i : body) if (MethodRewriter.isReturn(i)) from = leave(i, from, handler);
        code.add(handler);
        if ((type.version & 0xffff) >= Opcodes.V1_6) code.add(handlerFrame(isStatic));
        code.add(new VarInsnNode(Opcodes.ALOAD, local));
        code.add(new InsnNode(Opcodes.MONITOREXIT));
        code.add(new InsnNode(Opcodes.ATHROW));
        cover(from, handler, handler);
    }

    /** What follows the return is within the monitor again. */
    private LabelNode leave(AbstractInsnNode end, LabelNode from, LabelNode handler) {
        LabelNode left = new LabelNode();
        LabelNode next = new LabelNode();
        InsnList exit = new InsnList();
        exit.add(new VarInsnNode(Opcodes.ALOAD, local));
        exit.add(new InsnNode(Opcodes.MONITOREXIT));
        exit.add(left);
        code.insertBefore(end, exit);
        code.insert(end, next);
        cover(from, left, handler);
        return next;
    }

    /** Behind the handlers of the method itself, which come first. */
    private void cover(LabelNode from, LabelNode to, LabelNode handler) {
        AbstractInsnNode first = from;
        while (first != to && first.getOpcode() < 0) first = first.getNext();
        if (first != to) method.tryCatchBlocks.add(new TryCatchBlockNode(from, to, handler, null));
    }

    private FrameNode handlerFrame(boolean isStatic) {
        List<Object> locals = new ArrayList<>();
        for (int i = 0; i < local; i++) locals.add(Opcodes.TOP);
        locals.add(isStatic ? "java/lang/Class" : type.name);
        return new FrameNode(Opcodes.F_NEW, locals.size(), locals.toArray(), 1, new Object[] {"java/lang/Throwable"});
    }

    /** Frames are whole: each has all locals. */
    private void extendFrames(String lock) {
        for (AbstractInsnNode i : code) {
            if (!(i instanceof FrameNode frame)) continue;
            List<Object> locals = new ArrayList<>(frame.local);
            int size = 0;
            for (Object each : locals) size += each == Opcodes.LONG || each == Opcodes.DOUBLE ? 2 : 1;
            for (; size < local; size++) locals.add(Opcodes.TOP);
            locals.add(lock);
            frame.local = locals;
        }
    }
}
