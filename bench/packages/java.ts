// Projects of Maven Central: old ones with known mistakes, present ones with threads of their own. Each finding was judged by reading the sources of that version.

import type { Judgement, PackageProgram, Part } from './package.ts';

const H2 = 'com.h2database:h2:2.3.232';

function race(first: Part, second: Part, why: string): Judgement {
  return { kind: 'race', places: [first, second], why };
}

function benign(first: Part, second: Part, why: string): Judgement {
  return { kind: 'benign', places: [first, second], why };
}

const strings = 'org/h2/util/StringUtils.java';
const table = 'org/h2/mvstore/db/MVTable.java';
const ofH2: readonly Judgement[] = [
  race(
    `${strings}:99`,
    `${strings}:91`,
    'A cache of upper-case words: an array of two strings is published without synchronisation. By the memory model its reader may find null in it, and `e[0].equals(s)` fails',
  ),
  benign(`${strings}:1084`, `${strings}:1080`, 'A cache of strings, which are immutable: an entry that is not seen is made anew'),
  benign(
    'org/h2/value/Value.java:764',
    'org/h2/value/Value.java:753',
    'A cache of values, which are immutable: an entry that is not seen is made anew',
  ),
  race(
    `${table}:883`,
    [`${table}:882`, `${table}:883`, `${table}:884`, `${table}:885`, `${table}:887`],
    'A column is made when it is first asked for, and published before the two calls that complete it; its fields are not final',
  ),
  benign(
    'org/h2/mvstore/Page.java:412',
    ['org/h2/mvstore/Page.java:411', 'org/h2/mvstore/Page.java:412'],
    'Where a binary search begins: any number will do',
  ),
  benign(
    ['org/h2/result/SearchRow.java:79', 'org/h2/result/SearchRow.java:88'],
    'org/h2/result/SearchRow.java:79',
    'A row that is read is given its key, where it has none yet: whoever does so stores the same number',
  ),
  race(
    `${table}:315`,
    [`${table}:186`, `${table}:194`],
    'Whether a session waits is asked of an `ArrayDeque` without the lock of the table: one that has just come may not be woken, and waits until its time is over',
  ),
];

const merges = 'org/apache/lucene/index/ConcurrentMergeScheduler.java';
const pool = 'com/zaxxer/hikari/pool';
const sequence = 'com/lmax/disruptor/Sequence.java';
const groovy = 'org/codehaus/groovy';
const once =
  'What is made when it is first asked for (a description, a hash, a class that is completed) is kept in a plain field: two threads may make it, or see it half made';

export const javaProjects: readonly PackageProgram[] = [
  {
    name: 'log4j:log4j',
    version: '1.2.13',
    java: [],
    program: ['Log4j'],
    covers: 'two threads that log through each other’s loggers, change a level, and an appender with a thread of its own',
    judged: [],
  },
  {
    name: 'commons-pool:commons-pool',
    version: '1.5.4',
    java: [],
    program: ['Pool'],
    covers: 'two threads that borrow and return, while a timer evicts',
    judged: [
      race(
        ['org/apache/commons/pool/impl/CursorableLinkedList.java:737', 'org/apache/commons/pool/impl/CursorableLinkedList.java'],
        'org/apache/commons/pool/impl/CursorableLinkedList.java:646',
        '`getNumTests` asks for the size of the list of idle objects without the lock of the pool',
      ),
    ],
  },
  {
    name: 'commons-dbcp:commons-dbcp',
    version: '1.2.2',
    beside: ['commons-pool:commons-pool:1.5.4', 'commons-collections:commons-collections:3.2.2', H2],
    java: [],
    program: ['Dbcp'],
    covers: 'two threads with connections of one pool, and its statements, of h2',
    judged: ofH2,
  },
  {
    name: 'org.apache.lucene:lucene-core',
    version: '2.4.1',
    java: [],
    program: ['Lucene'],
    covers: 'two threads that add documents to one index, commit and search',
    judged: [
      race(
        'org/apache/lucene/index/DocumentsWriter.java:814',
        'org/apache/lucene/index/DocumentsWriterThreadState.java:48',
        'Whether to flush is read after the lock was given back, while another thread has flushed and sets it back',
      ),
      race(
        merges,
        merges,
        'Every thread that merges sets the writer and the directory of the one scheduler anew, without a lock',
      ),
    ],
  },
  {
    name: 'com.h2database:h2',
    version: '2.3.232',
    java: [],
    program: ['H2'],
    covers: 'two connections to one database in memory that update the same rows',
    judged: ofH2,
  },
  {
    name: 'com.github.ben-manes.caffeine:caffeine',
    version: '3.2.2',
    java: [],
    program: ['Caffeine'],
    covers: 'two threads and the common pool over one cache that expires and evicts',
    judged: [
      benign(
        'caffeine-3.2.2.jar',
        'caffeine-3.2.2.jar',
        'The key and the value of an entry that is retired are set plainly, under its lock, and read as opaque by the thread that cleans up: either will do',
      ),
      benign(
        'com/github/benmanes/caffeine/cache/MpscGrowableArrayQueue.java',
        'com/github/benmanes/caffeine/cache/MpscGrowableArrayQueue.java',
        'A producer reads where the buffer is while another replaces it by a larger one: the compare-and-exchange of the index, which comes after, fails then',
      ),
    ],
  },
  {
    name: 'com.zaxxer:HikariCP',
    version: '6.3.0',
    beside: ['org.slf4j:slf4j-api:2.0.17', H2],
    java: [],
    program: ['Hikari'],
    covers: 'two threads with connections of one pool, to h2, and its housekeeper',
    judged: [
      ...ofH2,
      race(
        [`${pool}/HikariPool.java:146`, `${pool}/PoolBase.java:418`, `${pool}/ProxyLeakTaskFactory.java:40`],
        [`${pool}/HikariPool.java:799`, `${pool}/HikariPool.java:800`, `${pool}/ProxyLeakTaskFactory.java:45`],
        'The housekeeper takes over what was changed by JMX into plain fields of 64 bits: who reads them may never see it',
      ),
      race(
        `${pool}/HikariPool.java:751`,
        `${pool}/PoolEntry.java:188`,
        'A connection that was just added is named in a message for debugging while the end of the pool takes it away: the message may say null',
      ),
    ],
  },
  {
    name: 'com.lmax:disruptor',
    version: '4.0.0',
    java: [],
    program: ['Ring'],
    covers: 'two producers and two consumers, one after the other, over a ring',
    judged: [
      benign(
        sequence,
        sequence,
        'A plain number of 64 bits between fences (`releaseFence`, `acquireFence`), as one writes it in C. To the memory model of Java it is a race; a JVM of 64 bits does not tear it',
      ),
    ],
  },
  {
    name: 'io.netty:netty-buffer',
    version: '4.2.6.Final',
    beside: ['io.netty:netty-common:4.2.6.Final'],
    java: [],
    program: ['Netty'],
    covers: 'buffers that one thread allocates and an executor releases, and a timer',
    judged: [],
  },
  {
    name: 'org.jctools:jctools-core',
    version: '4.0.5',
    java: [],
    program: ['Jctools'],
    covers: 'two queues and a map between two threads',
    judged: [],
  },
  {
    name: 'com.google.guava:guava',
    version: '33.4.8-jre',
    beside: ['com.google.guava:failureaccess:1.0.3'],
    java: [],
    program: ['Guava'],
    covers: 'two threads over a cache, a multiset, an interner, a limiter of rates and a bus of events',
    judged: [],
  },
  {
    name: 'org.codehaus.groovy:groovy-all',
    version: '1.7.11',
    java: ['--add-opens', 'java.base/java.lang=ALL-UNNAMED', '--add-opens', 'java.base/java.util=ALL-UNNAMED'],
    program: ['Groovy'],
    covers: 'two threads that compile and run a script each, three times',
    judged: [
      benign(
        `${groovy}/util/LockableObject.java`,
        `${groovy}/util/LockableObject.java`,
        'A lock that is re-entered: only the owner can find itself in the field',
      ),
      benign(
        `${groovy}/util/AbstractConcurrentMap.java`,
        `${groovy}/util/AbstractConcurrentMap.java`,
        'Looked up without the lock first, and again with it if nothing was found; entries have final keys',
      ),
      race(
        `${groovy}/transform/ASTTransformationVisitor.java`,
        `${groovy}/transform/ASTTransformationVisitor.java`,
        'The compilation that is under way is in a *static* field: two threads that compile at once mix up theirs',
      ),
      race(
        `${groovy}/syntax/ASTHelper.java`,
        `${groovy}/syntax/ASTHelper.java`,
        'A map of names, a `HashMap`, that all compilations share',
      ),
      race(`${groovy}/ast`, `${groovy}/ast`, once),
      race(
        [`${groovy}/control`, `${groovy}/reflection`, `${groovy}/classgen`, `${groovy}/util`, 'groovy/lang'],
        [`${groovy}/control`, `${groovy}/reflection`, `${groovy}/classgen`, `${groovy}/util`, 'groovy/lang'],
        once,
      ),
    ],
  },
  {
    name: 'org.apache.derby:derby',
    version: '10.5.3.0_1',
    java: [],
    program: ['Derby'],
    covers: 'two connections to one database that update rows of their own',
    judged: [
      race(
        'derby-10.5.3.0_1.jar',
        'derby-10.5.3.0_1.jar',
        'Whether a statement in the cache is still valid is read and set by its connections, each under the lock of its own',
      ),
      race(
        'unknown:0',
        'unknown:0',
        'Classes that Derby generates for a statement count their executions in a plain static field that all connections share',
      ),
    ],
  },
];
