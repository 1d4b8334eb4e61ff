// A package without the recorder of Java would say of every JVM that it recorded nothing: whoever has no JDK or Maven may build, and not pack, unless it is said
// (FORETRACE_PACK=without-java). `npm pack` and `npm publish` run it after the build.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

// npm runs it in the folder of the package.
const agent = join(process.cwd(), 'dist/record/java/foretrace-java.jar');

if (!existsSync(agent) && process.env.FORETRACE_PACK !== 'without-java') {
  console.error(
    'the package would be without the recorder of Java, which was not built: install a JDK and Maven, or set FORETRACE_PACK=without-java',
  );
  process.exit(1);
}
