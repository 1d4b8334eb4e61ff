package foretrace.runtime;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A hook that another one follows, with a monitor or a word of ours held between them: where there is stack for this one there must be enough for the other. The
 * program then meets the end of its stack before it has the monitor.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Roomy {}
