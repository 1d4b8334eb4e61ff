// The playground: a trace that somebody types, and what all detectors make of it, while he types. What is typed stands in the address.

import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Asking, GivenUp } from '../asking.ts';
import type { Trouble } from '../protocol.ts';
import { troubleWords } from '../trouble-words.ts';
import type { Played } from './model.ts';
import { Columns, Grammar, RowTable, Verdict, Verdicts, Witnesses } from './parts.tsx';
import { TypedRun } from './run.tsx';

interface Example {
  readonly name: string;
  readonly says: string;
  readonly text: string;
}

/** After the last key. */
const DEBOUNCE = 200;
/** What takes longer than this is ended. */
const LIMIT = 10_000;

const examples = JSON.parse(document.getElementById('examples')!.textContent) as Example[];
const asking = new Asking();

type Shown = { readonly played?: Played; readonly trouble?: Trouble; readonly late?: true };

const TABS = ['Detectors', 'Witness', 'Columns', 'Clocks', 'Locksets', 'CP sets', 'Grammar'] as const;
type Tab = (typeof TABS)[number];

function Playground() {
  const [text, setText] = useState(fromAddress() ?? examples[0]!.text);
  const [shown, setShown] = useState<Shown>({});
  const [isBusy, setBusy] = useState(true);
  const [tab, setTab] = useState<Tab>('Detectors');
  useEffect(() => {
    setBusy(true);
    const timer = setTimeout(async () => {
      history.replaceState(null, '', `#${encoded(text)}`);
      const now = await asked(text);
      if (now === undefined) return;
      setShown((before) => (now.played === undefined && before.played !== undefined ? { ...now, played: before.played } : now));
      setBusy(false);
    }, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const follow = () => setText((before) => fromAddress() ?? before);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const isOld = shown.trouble !== undefined || shown.late === true;
  return (
    <>
      <h1>Playground</h1>
      <div class="playground">
        <section class="typing" aria-label="Trace">
          <ExampleChoice text={text} onChoose={setText} />
          <label for="trace">
            The trace: one event a line, <code>thread|operation(target)</code>
          </label>
          <textarea
            id="trace"
            class="mono"
            rows={18}
            spellcheck={false}
            value={text}
            aria-invalid={shown.trouble !== undefined}
            aria-describedby="trouble"
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <div id="trouble" role="status">
            {shown.trouble !== undefined && <TroubleBox trouble={shown.trouble} />}
            {shown.late && <p class="trouble">This took longer than {LIMIT / 1000} s and was ended. A shorter trace will do.</p>}
          </div>
          <Share />
        </section>
        <section class={isOld ? 'seen old' : 'seen'} aria-label="What foretrace says" aria-busy={isBusy}>
          {shown.played !== undefined && <Result played={shown.played} tab={tab} onTab={setTab} />}
        </section>
      </div>
    </>
  );
}

function Result({ played, tab, onTab }: { readonly played: Played; readonly tab: Tab; readonly onTab: (tab: Tab) => void }) {
  return (
    <>
      <p>
        <Verdict findings={played.findings} />
      </p>
      <TypedRun page={played.page} />
      <div class="tabs" role="tablist" aria-label="Views">
        {TABS.map((one, i) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${i}`}
            aria-selected={one === tab}
            aria-controls="view"
            tabIndex={one === tab ? 0 : -1}
            onClick={() => onTab(one)}
            onKeyDown={({ key }) => {
              const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
              if (by === 0) return;
              const next = (i + by + TABS.length) % TABS.length;
              onTab(TABS[next]!);
              document.getElementById(`tab-${next}`)?.focus();
            }}
          >
            {one}
          </button>
        ))}
      </div>
      <div id="view" role="tabpanel" aria-labelledby={`tab-${TABS.indexOf(tab)}`}>
        {tab === 'Detectors' && <Verdicts verdicts={played.verdicts} />}
        {tab === 'Witness' && <Witnesses findings={played.findings} />}
        {tab === 'Columns' && <Columns played={played} />}
        {tab === 'Clocks' && (
          <RowTable table={played.clocks} says="The vector clock of every event's thread, before and after it" />
        )}
        {tab === 'Locksets' && <RowTable table={played.locksets} says="The locks that a thread holds after each of its events" />}
        {tab === 'CP sets' && (
          <RowTable table={played.cpSets} says="What every event changes in Raptor's PO, HB, CP and conditional CP sets" />
        )}
        {tab === 'Grammar' && <Grammar rules={played.grammar} />}
      </div>
    </>
  );
}

function ExampleChoice({ text, onChoose }: { readonly text: string; readonly onChoose: (text: string) => void }) {
  const chosen = useMemo(() => examples.findIndex((example) => example.text === text), [text]);
  return (
    <>
      <label for="example">Example</label>
      <select
        id="example"
        value={chosen < 0 ? '' : String(chosen)}
        onChange={({ currentTarget }) => {
          const example = examples[Number(currentTarget.value)];
          if (currentTarget.value !== '' && example !== undefined) onChoose(example.text);
        }}
      >
        <option value="">your own</option>
        {examples.map(({ name }, i) => (
          <option key={name} value={String(i)}>
            {name}
          </option>
        ))}
      </select>
      {chosen >= 0 && <p class="weak">{examples[chosen]!.says}</p>}
    </>
  );
}

function TroubleBox({ trouble }: { readonly trouble: Trouble }) {
  return (
    <div class="trouble">
      <p>
        <strong>{troubleWords(trouble)}</strong>
      </p>
      {trouble.hint !== '' && <p>{trouble.hint}</p>}
    </div>
  );
}

function Share() {
  const [said, say] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      say('copied');
    } catch {
      say('the address of this page is the link');
    }
  };
  return (
    <p class="share">
      <button type="button" onClick={copy}>
        Copy link
      </button>{' '}
      <span role="status">{said}</span>
    </p>
  );
}

/** Undefined if somebody has typed on meanwhile. */
async function asked(text: string): Promise<Shown | undefined> {
  try {
    const answer = await asking.ask({ kind: 'play', text }, { limit: LIMIT });
    if (answer.kind === 'played') return { played: answer.played };
    return answer.kind === 'trouble' ? { trouble: withoutName(answer.trouble) } : {};
  } catch (error) {
    if (error instanceof GivenUp) return error.why === 'time' ? { late: true } : undefined;
    return { trouble: { code: 'INTERNAL', place: {}, what: `the worker failed: ${String(error)}`, hint: '' } };
  }
}

/** There is only one trace here. */
function withoutName({ place: { file: _, ...place }, ...trouble }: Trouble): Trouble {
  return { ...trouble, place };
}

function encoded(text: string): string {
  return `trace=${encodeURIComponent(text)}`;
}

function fromAddress(): string | undefined {
  const [, text] = /^#trace=(.*)$/s.exec(location.hash) ?? [];
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

render(<Playground />, document.getElementById('app')!);
