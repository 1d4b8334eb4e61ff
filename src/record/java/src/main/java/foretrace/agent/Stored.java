package foretrace.agent;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The arguments of a call, which go from the stack to locals that are free, so that hooks can be given them, and back. */
final class Stored {
    final Type[] types;
    /** Where each of them is. */
    final int[] locals;

    Stored(MethodInsnNode call, int free) {
        types = Type.getArgumentTypes(call.desc);
        locals = new int[types.length];
        int next = free;
        for (int i = 0; i < types.length; i++) {
            locals[i] = next;
            next += types[i].getSize();
        }
    }

    InsnList store() {
        InsnList list = new InsnList();
        for (int i = types.length - 1; i >= 0; i--) list.add(new VarInsnNode(types[i].getOpcode(Opcodes.ISTORE), locals[i]));
        return list;
    }

    InsnList load() {
        return load(types.length);
    }

    /** The first so many. */
    InsnList load(int many) {
        InsnList list = new InsnList();
        for (int i = 0; i < many; i++) list.add(new VarInsnNode(types[i].getOpcode(Opcodes.ILOAD), locals[i]));
        return list;
    }
}
