package foretrace.agent;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Puts hooks around static methods and constructors of the JDK that walk through their arguments. */
final class ArgumentRewriter {
    private static final String ARGUMENTS = "foretrace/runtime/Arguments";
    /** By class and method: what is done with each argument: r(ead) or w(ritten). */
    private static final Map<String, String> CALLS = new HashMap<>();

    static {
        for (String name : "sort shuffle reverse rotate swap fill addAll replaceAll".split(" ")) CALLS.put("java/util/Collections." + name, "w");
        for (String name : "max min frequency binarySearch list enumeration".split(" ")) CALLS.put("java/util/Collections." + name, "r");
        for (String name : "disjoint indexOfSubList lastIndexOfSubList".split(" ")) CALLS.put("java/util/Collections." + name, "rr");
        CALLS.put("java/util/Collections.copy", "wr");
        for (String name : "List Set Map".split(" ")) CALLS.put("java/util/" + name + ".copyOf", "r");
        CALLS.put("java/util/EnumSet.copyOf", "r");
        CALLS.put("java/lang/String.valueOf", "r");
        CALLS.put("java/lang/String.join", "rr");
        CALLS.put("java/lang/String.<init>", "r");
        CALLS.put("java/lang/StringBuilder.<init>", "r");
        CALLS.put("java/lang/StringBuffer.<init>", "r");
        CALLS.put("java/util/Objects.toString", "r");
        CALLS.put("java/util/Objects.equals", "rr");
    }

    private final InsnList code;
    private final SiteMaker sites;
    private final int free;

    ArgumentRewriter(InsnList code, SiteMaker sites, int free) {
        this.code = code;
        this.sites = sites;
        this.free = free;
    }

    /** Empty if there is nothing to do. */
    private static String uses(MethodInsnNode call) {
        boolean copies = call.name.equals("<init>") && call.owner.startsWith("java/util/")
                && (call.desc.startsWith("(Ljava/util/Collection;") || call.desc.startsWith("(Ljava/util/Map;") || call.desc.startsWith("(Ljava/util/Sorted")
                        || call.desc.startsWith("(Ljava/util/PriorityQueue;"));
        return copies ? "r" : CALLS.getOrDefault(call.owner + "." + call.name, "");
    }

    static boolean isWanted(MethodInsnNode call) {
        String uses = uses(call);
        Type[] types = Type.getArgumentTypes(call.desc);
        for (int i = 0; i < types.length && i < uses.length(); i++) if (isUsed(uses, types, i)) return true;
        return false;
    }

    /** Arrays and strings are no objects of the JDK that others change. */
    private static boolean isUsed(String uses, Type[] types, int i) {
        return i < uses.length() && types[i].getSort() == Type.OBJECT && !types[i].getClassName().equals("java.lang.String");
    }

    void rewrite(MethodInsnNode call) {
        String uses = uses(call);
        Stored arguments = new Stored(call, free);
        Type[] types = arguments.types;
        InsnList before = arguments.store();
        InsnList after = new InsnList();
        for (int i = 0; i < types.length; i++) {
            if (!isUsed(uses, types, i)) continue;
            before.add(new VarInsnNode(Opcodes.ALOAD, arguments.locals[i]));
            before.add(new InsnNode(uses.charAt(i) == 'w' ? Opcodes.ICONST_1 : Opcodes.ICONST_0));
            before.add(sites.push(call.owner, call.name));
            before.add(MethodRewriter.call(ARGUMENTS, "before", "(Ljava/lang/Object;ZI)V"));
            after.add(new VarInsnNode(Opcodes.ALOAD, arguments.locals[i]));
            after.add(sites.push(call.owner, call.name));
            after.add(MethodRewriter.call(ARGUMENTS, "after", "(Ljava/lang/Object;I)V"));
        }
        before.add(arguments.load());
        code.insertBefore(call, before);
        code.insert(call, after);
    }
}
