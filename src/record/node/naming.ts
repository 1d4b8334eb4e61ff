// Names for people, from the folder of one recorded process: places as file:line:column of the source, shared memory by what the code
// calls it (view-names.ts), threads by what they were started as.

import { packageIn } from '../../base/packages.ts';
import type { Block, Naming } from '../../raw/naming.ts';
import { functionAt } from '../../symbols/javascript-functions.ts';
import { type Position, SourcePositions } from '../../symbols/source-positions.ts';
import { type CodePlace, IN_PACKAGES, NO_PLACE } from '../../trace/code-place.ts';
import { CodePaths } from './code-paths.ts';
import { Space } from './core/hooks.ts';
import { Variable } from './core/settings.ts';
import { left, lockKey, type SiteLine, type ThreadLine } from './left.ts';
import { toolOf } from './loading/tools.ts';
import { RecordedModules } from './module-places.ts';
import { ModuleVariables } from './module-variables.ts';
import { MovedText } from './moved-text.ts';
import { lineOf, SiteWords } from './site-words.ts';
import { startTextFacts, type TextFacts, textFacts } from './text-facts.ts';
import { type NamedBlock, ViewNames } from './view-names.ts';

export function nodeNaming(folder: string): Promise<Naming> {
  return Promise.resolve(new NodeNaming(folder));
}

/** What one thread gives to another through Node.js, by the space of its address; the number is that of the gift. */
const SENT: Readonly<Record<number, string>> = {
  [Space.message]: 'message',
  [Space.error]: 'error',
  [Space.answer]: 'answer',
  [Space.close]: 'close',
  [Space.stdio]: 'stdio',
  [Space.socket]: 'socket',
};

class NodeNaming implements Naming {
  readonly samplesCallers = true;
  private readonly sites: SiteLine[];
  private readonly threads: Map<number, string>;
  private readonly testsOfThreads: Map<number, string>;
  private readonly locks: Map<number, string>;
  private readonly paths: CodePaths;
  private readonly ran: MovedText;
  private readonly words: SiteWords;
  private readonly positions = new SourcePositions();
  /** By the file that ran. */
  private readonly facts = new Map<string, TextFacts>();
  private readonly blocks = new Map<number, NamedBlock>();
  private readonly views: ViewNames;
  private readonly modules: ModuleVariables;
  private readonly recorded: RecordedModules;
  /** Blocks of one name so far: the second gets a number. */
  private readonly sameNames = new Map<string, number>();
  /** Lines of those files that say nothing. */
  private readonly spoilt: number;

  constructor(folder: string) {
    const { sites, threads, views, modules, locks, cwd, spoilt } = left(folder);
    this.spoilt = spoilt;
    startTextFacts(process.env[Variable.cache]);
    this.sites = sites.sort((a, b) => a.base - b.base);
    this.ran = new MovedText(sites);
    this.words = new SiteWords(cwd, this.sites);
    this.threads = threadNames(threads);
    this.testsOfThreads = new Map(threads.flatMap(({ thread, test }) => (test ? [[thread, test] as const] : [])));
    this.locks = locks;
    this.paths = new CodePaths(cwd);
    this.modules = new ModuleVariables(modules);
    this.recorded = new RecordedModules(folder);
    this.views = new ViewNames(views, (site) => this.called(site));
  }

  location(site: number): string {
    const line = this.lineOf(site);
    if (line === undefined) return 'unknown';
    if (line.names !== undefined) return this.paths.shown(line.names[site - line.base] ?? line.file);
    if (line.module !== undefined) return this.paths.shown(this.recorded.name(line, site));
    const { file, line: number, column } = this.positions.original(this.generated(line, site), this.mapOf(line));
    return column === 0 ? `${this.paths.shown(file)}:${number}` : `${this.paths.shown(file)}:${number}:${column}`;
  }

  /** The function is that of the text which ran, the statement that of the source which it was made of. */
  place(site: number): CodePlace | undefined {
    const line = this.lineOf(site);
    if (line === undefined) return undefined;
    const owner = this.ownerOf(line, site);
    if (line.names !== undefined || line.module !== undefined) {
      const own = ofNode(line.names?.[site - line.base] ?? '');
      return owner === undefined ? own : { ...(own ?? NO_PLACE), library: owner };
    }
    // Callers in tools are folded in reports; to parse a bundled test runner for their statements took as long as the rest of a short run.
    if (line.ran !== undefined && toolOf(this.paths.ofOthers(line.file)) !== undefined)
      return { ...NO_PLACE, function: line.function ?? '', ...(owner !== undefined && { library: owner }) };
    const from = this.generated(line, site);
    const map = this.mapOf(line);
    const statement = this.positions.statement(this.positions.original(from, map), from, map);
    const around = functionAt(this.factsOf(line.file).functions, from.line, from.column);
    return {
      function: around?.name ?? line.function ?? '',
      line: around === undefined ? -1 : from.line - around.start.line,
      text: statement?.line ?? '',
      statement: statement?.text ?? '',
      ...(owner !== undefined && { library: owner }),
    };
  }

  /** The package whose code ran, where the name of the place does not say it: that of a source which a map names, or of a module of WebAssembly. */
  private ownerOf(line: SiteLine, site: number): string | undefined {
    const owner = this.paths.packageOf(line.by ?? line.file);
    return owner === undefined || packageIn(this.location(site)) !== undefined ? undefined : `${IN_PACKAGES}${owner}`;
  }

  /** Of a text that is not to be had, or no JavaScript any more, nobody can say that it sleeps. */
  sleeps(site: number): boolean | undefined {
    const line = this.lineOf(site);
    if (line === undefined || line.names !== undefined || line.module !== undefined) return undefined;
    const { file, line: number, column } = this.generated(line, site);
    return this.factsOf(file).sleepers.has(`${number}:${column}`);
  }

  /** The name is that of a site without a file. */
  region(address: number): string | undefined {
    return this.lineOf(address)?.names?.[0];
  }

  site(site: number): string | undefined {
    return this.words.word(site);
  }

  hidden(site: number): boolean {
    const line = this.lineOf(site);
    return line?.ran !== undefined && this.ran.isOurs(line.file, line.ran);
  }

  variable(address: number, bytes: number, block: Block | undefined): string {
    if (block === undefined) return this.lock(address, block);
    const declared = this.modules.name(address, bytes, block);
    if (declared !== undefined) return declared;
    const named = this.named(block);
    const offset = address - block.address;
    return this.views.name(address, bytes, named) ?? `${named.name}[${offset}..${offset + bytes})`;
  }

  lock(address: number, block: Block | undefined): string {
    if (block !== undefined) {
      const declared = this.modules.name(address, 0, block);
      if (declared !== undefined) return declared;
      const named = this.named(block);
      return this.views.name(address, 0, named) ?? `${named.name}[${address - block.address}]`;
    }
    const high = Math.floor(address / 0x1_0000_0000);
    const low = address % 0x1_0000_0000;
    if (high >>> 12 === Space.lock >>> 12) return `lock ${JSON.stringify(this.locks.get(lockKey(low, high)) ?? low)}`;
    const what = SENT[high];
    return what === undefined ? `0x${address.toString(16)}` : `${what} ${low}`;
  }

  thread(number: number): string {
    return this.threads.get(number) ?? (number === 0 ? 'main' : `worker-${number}`);
  }

  tests(): Map<string, string> {
    return new Map([...this.testsOfThreads].map(([thread, test]) => [this.thread(thread), test]));
  }

  notes(): string[] {
    const notes: string[] = [];
    const { failures } = this.positions;
    const maps = failures === 1 ? 'source map makes' : 'source maps make';
    if (failures > 0) notes.push(`${failures} ${maps} no sense: places in such a file are those of the text that ran`);
    const { lost } = this.recorded;
    const changed = lost === 1 ? 'module of WebAssembly is' : 'modules of WebAssembly are';
    if (lost > 0) notes.push(`${lost} ${changed} not as it ran any more: places in it are told by offset`);
    if (this.spoilt > 0) notes.push(`${this.spoilt} lines with names of places, threads or locks could not be read`);
    return notes;
  }

  private lineOf(site: number): SiteLine | undefined {
    return lineOf(this.sites, site);
  }

  /** In the text that the transform was given. */
  private generated({ file, base, at, ran }: SiteLine, site: number): Position {
    if (ran !== undefined) return this.ran.source(file, ran);
    const i = (site - base) * 2;
    return { file, line: at![i]!, column: at![i + 1]! };
  }

  private mapOf({ file, map, ran }: SiteLine): string | undefined {
    return ran === undefined ? map : this.ran.map(file);
  }

  private factsOf(file: string): TextFacts {
    let facts = this.facts.get(file);
    if (facts === undefined) {
      facts = textFacts(this.positions.generatedText(file) ?? '');
      this.facts.set(file, facts);
    }
    return facts;
  }

  /** The second block of a name gets a number. */
  private named(block: Block): NamedBlock {
    let named = this.blocks.get(block.number);
    if (named === undefined) {
      const called = this.called(block.site);
      const first = called ?? this.location(block.site);
      const count = (this.sameNames.get(first) ?? 0) + 1;
      this.sameNames.set(first, count);
      const name = count === 1 ? first : `${first}#${count}`;
      named = { address: block.address, name, isCalled: called !== undefined };
      this.blocks.set(block.number, named);
    }
    return named;
  }

  /** What the code calls the memory that it makes or uses at a site. */
  private called(site: number): string | undefined {
    const line = this.lineOf(site);
    if (line?.called === undefined) return undefined;
    const i = (site - line.base) * 2;
    const [at = 0, column = 0] = line.called.slice(i, i + 2);
    if (at === 0) return undefined;
    return this.positions.name({ file: line.file, line: at, column }, line.map)?.replace('#', '');
  }
}

/** Node's own code is told by function, `node:internal/timers (listOnTimeout)`: there is no line behind which others look for it. */
function ofNode(name: string): CodePlace | undefined {
  const called = /^node:[^ ]+ \((.+)\)$/.exec(name)?.[1];
  return called === undefined ? undefined : { ...NO_PLACE, function: called };
}

/** Names that two threads have are told apart by the number. */
function threadNames(threads: readonly ThreadLine[]): Map<number, string> {
  const counts = new Map<string, number>();
  for (const { name } of threads) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    threads.flatMap(({ thread, name }) =>
      name ? [[thread, counts.get(name)! > 1 || name === 'main' ? `${name}-${thread}` : name] as const] : [],
    ),
  );
}
