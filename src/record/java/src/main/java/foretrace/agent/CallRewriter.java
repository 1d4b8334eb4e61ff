package foretrace.agent;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.InsnList;

/** Puts hooks around calls of methods of the JDK that mean something to other threads. Which they are is decided when the receiver is known. */
final class CallRewriter {
    private static final String CALLS = "foretrace/runtime/Calls";
    private static final String OBJECT = "Ljava/lang/Object;";

    private final InsnList code;
    private final SiteMaker sites;
    private final FieldFinder fields;
    private final int free;

    CallRewriter(InsnList code, SiteMaker sites, FieldFinder fields, int free) {
        this.code = code;
        this.sites = sites;
        this.fields = fields;
        this.free = free;
    }

    void rewrite(MethodInsnNode call) {
        if (call.getOpcode() == Opcodes.INVOKESTATIC) staticCall(call);
        else if (isWanted(call)) around(call);
    }

    private boolean isWanted(MethodInsnNode call) {
        if (call.name.equals("<init>") || call.owner.startsWith("[")) return false;
        boolean isMonitor = call.name.equals("wait") && call.desc.endsWith(")V") || call.name.startsWith("notify") && call.desc.equals("()V");
        if (isMonitor) return true;
        if (FieldFinder.isJdk(call.owner)) return JdkCalls.mayMatter(call.owner);
        // `super.add(x)` of a class that extends one of the JDK's is named by that; a call of its own method may be one that it has not overridden.
        return JdkCalls.isName(call.name) && fields.extendsJdk(call.owner);
    }

    private void staticCall(MethodInsnNode call) {
        if (!call.owner.equals("java/lang/Thread") || !call.name.equals("interrupted")) return;
        InsnList after = new InsnList();
        after.add(new InsnNode(Opcodes.DUP));
        after.add(sites.push(call.owner, call.name));
        after.add(MethodRewriter.call(CALLS, "interrupted", "(ZI)V"));
        code.insert(call, after);
    }

    private void around(MethodInsnNode call) {
        Type[] arguments = Type.getArgumentTypes(call.desc);
        // The receiver first, then the arguments: what stands on the stack is taken from its top.
        int[] locals = new int[arguments.length];
        int next = free + 1;
        for (int i = 0; i < arguments.length; i++) {
            locals[i] = next;
            next += arguments[i].getSize();
        }
        InsnList before = new InsnList();
        for (int i = arguments.length - 1; i >= 0; i--) before.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ISTORE), locals[i]));
        before.add(new InsnNode(Opcodes.DUP));
        before.add(new InsnNode(Opcodes.DUP));
        before.add(new VarInsnNode(Opcodes.ASTORE, free));
        AbstractInsnNode site = sites.push(call.owner, call.name);
        before.add(site);
        before.add(MethodRewriter.call(CALLS, "before", "(" + OBJECT + "I)V"));
        for (int i = 0; i < arguments.length; i++) before.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ILOAD), locals[i]));
        code.insertBefore(call, before);
        code.insert(call, after(Type.getReturnType(call.desc), site));
    }

    private InsnList after(Type result, AbstractInsnNode site) {
        InsnList after = new InsnList();
        String first = switch (result.getSort()) {
            case Type.BOOLEAN -> "Z";
            case Type.OBJECT, Type.ARRAY -> OBJECT;
            default -> "";
        };
        if (!first.isEmpty()) after.add(new InsnNode(Opcodes.DUP));
        after.add(new VarInsnNode(Opcodes.ALOAD, free));
        after.add(site.clone(null));
        after.add(MethodRewriter.call(CALLS, "after", "(" + first + OBJECT + "I)V"));
        return after;
    }
}
