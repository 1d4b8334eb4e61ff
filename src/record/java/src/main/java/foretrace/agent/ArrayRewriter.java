package foretrace.agent;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Puts hooks before calls that walk through arrays or a range of them: System.arraycopy, clone, and methods of Arrays. Not those that may stop half-way. */
final class ArrayRewriter {
    private static final String ARRAY_CALLS = "foretrace/runtime/ArrayCalls";
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final Set<String> WRITES = Set.of("fill", "sort", "parallelSort", "setAll", "parallelSetAll", "parallelPrefix");
    private static final Set<String> READS = Set.of("copyOf", "copyOfRange", "toString", "hashCode", "stream");

    private final InsnList code;
    private final SiteMaker sites;
    private final int free;

    ArrayRewriter(InsnList code, SiteMaker sites, int free) {
        this.code = code;
        this.sites = sites;
        this.free = free;
    }

    static boolean isArrayCall(MethodInsnNode call) {
        if (call.owner.equals("java/lang/System")) return call.name.equals("arraycopy");
        return call.owner.equals("java/util/Arrays") && (WRITES.contains(call.name) || READS.contains(call.name));
    }

    /** Those take two ints behind the array. */
    private static boolean isRange(MethodInsnNode call) {
        Type[] types = Type.getArgumentTypes(call.desc);
        return types.length > 2 && types[1].getSort() == Type.INT && types[2].getSort() == Type.INT;
    }

    void rewrite(MethodInsnNode call) {
        Stored arguments = new Stored(call, free);
        InsnList before = arguments.store();
        boolean isCopy = call.name.equals("arraycopy");
        // The first elements are copied, as many as the new array has.
        int told = isCopy ? arguments.types.length : isRange(call) ? 3 : call.name.equals("copyOf") ? 2 : 1;
        before.add(arguments.load(told));
        before.add(sites.push(call.owner, call.name));
        String hook = isCopy ? "copied" : WRITES.contains(call.name) ? "written" : "read";
        before.add(MethodRewriter.call(ARRAY_CALLS, hook, isCopy ? "(" + OBJECT + "I" + OBJECT + "III)V" : "(" + OBJECT + "I".repeat(told) + ")V"));
        before.add(arguments.load());
        code.insertBefore(call, before);
    }

    void cloned(MethodInsnNode call) {
        code.insertBefore(call, new InsnNode(Opcodes.DUP));
        code.insertBefore(call, sites.push(call.owner, call.name));
        code.insertBefore(call, MethodRewriter.call(ARRAY_CALLS, "read", "(" + OBJECT + "I)V"));
    }
}
