package foretrace.agent;

import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** One kind of change of a class of the JDK: a call of foretrace.runtime.Jdk at the places that it names. */
record Edit(String name, boolean isNeeded, Predicate<MethodNode> change) {
    /** A hook that is given nothing. */
    static final int NOTHING = -1;

    static final String JDK = "foretrace/runtime/Jdk";
    private static final String THING = "Ljava/lang/Object;";

    boolean apply(MethodNode method) {
        return change.test(method);
    }

    /** Not every JDK has it. */
    Edit optional() {
        return new Edit(name, false, change);
    }

    /** At the beginning of the methods of this name; `local`: what the hook is given. */
    static Edit entry(String method, int local, String hook) {
        return entryOf(method, "", local, hook);
    }

    static Edit entryOf(String method, String descriptor, int local, String hook) {
        return new Edit(method, true, code -> {
            if (!code.name.equals(method) || !code.desc.startsWith(descriptor)) return false;
            code.instructions.insert(given(local, hook));
            return true;
        });
    }

    /** Before each return. */
    static Edit exit(String method, String descriptor, int local, String hook) {
        return new Edit(method, true, code -> {
            if (!code.name.equals(method) || !code.desc.startsWith(descriptor)) return false;
            for (AbstractInsnNode i : code.instructions.toArray())
                if (i.getOpcode() >= Opcodes.IRETURN && i.getOpcode() <= Opcodes.RETURN) code.instructions.insertBefore(i, given(local, hook));
            return true;
        });
    }

    /** The hook is given the int that a method returns, and `this`; what it says is returned. */
    static Edit result(String method, String hook) {
        return new Edit(method, true, code -> {
            if (!code.name.equals(method)) return false;
            for (AbstractInsnNode i : code.instructions.toArray()) {
                if (i.getOpcode() != Opcodes.IRETURN) continue;
                code.instructions.insertBefore(i, new VarInsnNode(Opcodes.ALOAD, 0));
                code.instructions.insertBefore(i, jdk(hook, "(I" + THING + ")I"));
            }
            return true;
        });
    }

    /** Before calls of `callee` in the methods of this name, or in all: the hook is given the receiver, above which stand `arguments` ints. */
    static Edit beforeCall(String method, String callee, int arguments, String hook) {
        return new Edit(callee, true, code -> {
            boolean found = false;
            if (!method.isEmpty() && !code.name.equals(method)) return false;
            for (AbstractInsnNode i : code.instructions.toArray()) {
                if (!(i instanceof MethodInsnNode call) || !call.name.equals(callee) || call.getOpcode() == Opcodes.INVOKESTATIC) continue;
                code.instructions.insertBefore(i, receiver(code, arguments, hook));
                found = true;
            }
            return found;
        });
    }

    /** After reads of the field the hook is given the object and what was read: an int or a reference. */
    static Edit afterRead(String field, String hook) {
        return new Edit(field, true, code -> {
            boolean found = false;
            for (AbstractInsnNode i : code.instructions.toArray()) {
                if (!(i instanceof FieldInsnNode read) || read.getOpcode() != Opcodes.GETFIELD || !read.name.equals(field)) continue;
                String value = read.desc.startsWith("L") ? THING : "I";
                code.instructions.insertBefore(i, new InsnNode(Opcodes.DUP));
                InsnList after = new InsnList();
                after.add(new InsnNode(Opcodes.DUP_X1));
                after.add(jdk(hook, "(" + THING + value + ")V"));
                code.instructions.insert(i, after);
                found = true;
            }
            return found;
        });
    }

    /** Before writes of a field of references. */
    static Edit beforeWrite(String field, String hook) {
        return new Edit(field, true, code -> {
            boolean found = false;
            for (AbstractInsnNode i : code.instructions.toArray()) {
                if (!(i instanceof FieldInsnNode write) || write.getOpcode() != Opcodes.PUTFIELD || !write.name.equals(field)) continue;
                InsnList before = new InsnList();
                before.add(new InsnNode(Opcodes.DUP2));
                before.add(new InsnNode(Opcodes.POP));
                before.add(jdk(hook, "(" + THING + ")V"));
                code.instructions.insertBefore(i, before);
                found = true;
            }
            return found;
        });
    }

    /** At the beginning of the method: its second argument becomes what the hook makes of it. */
    static Edit argument(String method, String hook, String descriptor) {
        return new Edit(method, true, code -> {
            if (!code.name.equals(method)) return false;
            InsnList first = new InsnList();
            first.add(new VarInsnNode(Opcodes.ALOAD, 1));
            first.add(Bridge.call(JDK, hook, "(" + descriptor + ")" + descriptor));
            first.add(new VarInsnNode(Opcodes.ASTORE, 1));
            code.instructions.insert(first);
            return true;
        });
    }

    /** Around calls of the program's code: it comes after all that others have given to this object, and before what they get from it. */
    static Edit around(String callee) {
        return new Edit(callee, true, code -> {
            boolean found = false;
            for (AbstractInsnNode i : code.instructions.toArray()) {
                if (!(i instanceof MethodInsnNode call) || !call.name.equals(callee)) continue;
                code.instructions.insertBefore(i, given(0, "receive"));
                code.instructions.insert(i, given(0, "send"));
                found = true;
            }
            return found;
        });
    }

    static InsnList given(int local, String hook) {
        InsnList list = new InsnList();
        if (local != NOTHING) list.add(new VarInsnNode(Opcodes.ALOAD, local));
        list.add(local == NOTHING ? jdk(hook, "()V") : jdk(hook, "(" + (hook.equals("fork") ? "Ljava/lang/Thread;" : THING) + ")V"));
        return list;
    }

    private static InsnList receiver(MethodNode code, int ints, String hook) {
        InsnList list = new InsnList();
        int local = code.maxLocals;
        for (int i = 0; i < ints; i++) list.add(new VarInsnNode(Opcodes.ISTORE, local + i));
        list.add(new InsnNode(Opcodes.DUP));
        list.add(jdk(hook, "(" + (hook.equals("fork") ? "Ljava/lang/Thread;" : THING) + ")V"));
        for (int i = ints - 1; i >= 0; i--) list.add(new VarInsnNode(Opcodes.ILOAD, local + i));
        return list;
    }

    /** `hook`: a method of foretrace.runtime.Jdk, or of Inputs if it says so. */
    private static MethodInsnNode jdk(String hook, String descriptor) {
        int dot = hook.indexOf('.');
        String owner = dot < 0 ? JDK : "foretrace/runtime/" + hook.substring(0, dot);
        return Bridge.call(owner, hook.substring(dot + 1), descriptor);
    }
}
