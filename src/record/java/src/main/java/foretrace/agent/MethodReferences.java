package foretrace.agent;

import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * `latch::countDown` is a call that no instruction of the program makes. It becomes `() -> latch.countDown()`, in a private synthetic method as compilers make them
 * for lambdas.
 */
final class MethodReferences {
    private static final int IMPLEMENTATION = 1;

    private final ClassNode type;
    private final SiteMaker sites;
    private final FieldFinder fields;
    private final List<MethodNode> made;

    MethodReferences(ClassNode type, SiteMaker sites, FieldFinder fields, List<MethodNode> made) {
        this.type = type;
        this.sites = sites;
        this.fields = fields;
        this.made = made;
    }

    /** Lambdas that can be serialised are known by the names of their methods and stay. */
    void rewrite(InvokeDynamicInsnNode lambda) {
        if (!lambda.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory") || !lambda.bsm.getName().equals("metafactory")) return;
        Handle handle = (Handle) lambda.bsmArgs[IMPLEMENTATION];
        int opcode = switch (handle.getTag()) {
            case Opcodes.H_INVOKEVIRTUAL -> Opcodes.INVOKEVIRTUAL;
            case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
            default -> 0;
        };
        if (opcode == 0) return;
        MethodInsnNode call = new MethodInsnNode(opcode, handle.getOwner(), handle.getName(), handle.getDesc(), handle.isInterface());
        MethodNode method = calling(call, lambda);
        CallRewriter calls = new CallRewriter(method.instructions, sites, fields, method.maxLocals);
        if (!calls.isWanted(call)) return;
        calls.rewrite(call);
        made.add(method);
        boolean isInterface = (type.access & Opcodes.ACC_INTERFACE) != 0;
        lambda.bsmArgs[IMPLEMENTATION] = new Handle(Opcodes.H_INVOKESTATIC, type.name, method.name, method.desc, isInterface);
    }

    /** A receiver that is captured has the type that the lambda says, which must not change. */
    private MethodNode calling(MethodInsnNode call, InvokeDynamicInsnNode lambda) {
        Type[] captured = Type.getArgumentTypes(lambda.desc);
        Type receiver = captured.length > 0 ? captured[0] : Type.getObjectType(call.owner);
        String descriptor = "(" + receiver.getDescriptor() + call.desc.substring(1);
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
        MethodNode method = new MethodNode(access, "lambda$foretrace$" + made.size(), descriptor, null, null);
        int local = 0;
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            method.instructions.add(new VarInsnNode(argument.getOpcode(Opcodes.ILOAD), local));
            local += argument.getSize();
        }
        method.instructions.add(call);
        method.instructions.add(new InsnNode(Type.getReturnType(call.desc).getOpcode(Opcodes.IRETURN)));
        method.maxLocals = local;
        return method;
    }
}
