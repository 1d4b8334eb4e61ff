// "Open a file": a trace or a page of ours is dropped or chosen, read in a worker, and shown by the viewer, which takes this page over.

import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Asking, GivenUp } from './asking.ts';
import type { Trouble } from './protocol.ts';
import { troubleWords } from './trouble-words.ts';

type State =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'working'; readonly name: string; readonly doing: string; readonly done: number }
  | { readonly kind: 'failed'; readonly name: string; readonly words: string; readonly hint: string }
  | { readonly kind: 'cancelled'; readonly name: string };

const asking = new Asking();

function OpenPage() {
  const [state, setState] = useState<State>({ kind: 'waiting' });
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);

  const failed = (name: string, { what, hint, ...more }: Trouble): void =>
    setState({ kind: 'failed', name, words: troubleWords({ what, hint, ...more }), hint });

  async function open(file: File): Promise<void> {
    const { name } = file;
    setState({ kind: 'working', name, doing: 'reading', done: 0 });
    try {
      const onProgress = (doing: string, done: number) => setState({ kind: 'working', name, doing, done });
      const answer = await asking.ask({ kind: 'open', file }, { onProgress });
      if (answer.kind === 'opened') showViewer(answer.text, name);
      else if (answer.kind === 'trouble') failed(name, answer.trouble);
    } catch (error) {
      if (error instanceof GivenUp) setState({ kind: 'cancelled', name });
      else
        failed(name, {
          code: 'INTERNAL',
          place: {},
          what: `the worker failed: ${String(error)}`,
          hint: 'foretrace view may do better',
        });
    }
  }

  // Anywhere on the page: nobody aims.
  useEffect(() => {
    const over = (event: DragEvent): void => {
      event.preventDefault();
      setOver(event.type === 'dragover');
    };
    const dropped = (event: DragEvent): void => {
      over(event);
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void open(file);
    };
    const handlers = { dragover: over, dragleave: over, drop: dropped } as const;
    for (const [type, handler] of Object.entries(handlers)) document.addEventListener(type, handler as EventListener);
    return () => {
      for (const [type, handler] of Object.entries(handlers)) document.removeEventListener(type, handler as EventListener);
    };
  }, []);

  return (
    <>
      <h1>Open a file</h1>
      <p>
        A trace (<code>.ftrace</code>, <code>.std</code>, <code>.csv</code>, <code>.slp</code>, also packed by gzip or zstd) or a
        report (<code>--format html</code>, <code>--format json</code>). It is read and analysed in this browser; nothing is
        uploaded, and this page may connect to nobody.
      </p>
      <div class={isOver ? 'drop over' : 'drop'}>
        {state.kind === 'working' ? (
          <Working state={state} />
        ) : (
          <>
            <p>Drop a file here, or</p>
            <button type="button" onClick={() => chooser.current?.click()}>
              Choose a file …
            </button>
            <input
              ref={chooser}
              type="file"
              hidden
              aria-label="File"
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                if (file !== undefined) void open(file);
                currentTarget.value = '';
              }}
            />
          </>
        )}
      </div>
      <div role="alert">
        {state.kind === 'failed' && (
          <div class="trouble">
            <p>
              <strong>{state.words}</strong>
            </p>
            {state.hint !== '' && <p>{state.hint}</p>}
          </div>
        )}
      </div>
      {state.kind === 'cancelled' && <p role="status">{state.name} was not read to its end: you cancelled.</p>}
      <p class="weak">
        No file at hand? The <a href="playground.html">playground</a> has examples, and{' '}
        <code>npx foretrace generate demo.std</code> writes one.
      </p>
    </>
  );
}

function Working({ state: { name, doing, done } }: { readonly state: Extract<State, { kind: 'working' }> }) {
  return (
    <>
      <p role="status">
        <span class="mono">{name}</span>: {doing}
      </p>
      <progress value={done} max={1} aria-label="Progress" />
      <button type="button" onClick={() => asking.cancel()}>
        Cancel
      </button>
    </>
  );
}

/** The viewer begins where a report of `--format html` does: with its data in the page. Its script and style are files of the site. */
function showViewer(text: string, name: string): void {
  document.title = `${name} · foretrace`;
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'data';
  data.textContent = text;
  const page = document.createElement('div');
  page.id = 'page';
  const bar = document.createElement('nav');
  bar.setAttribute('aria-label', 'Site');
  bar.className = 'site-bar';
  const back = document.createElement('a');
  back.href = 'open.html';
  back.textContent = '← foretrace: open another file';
  bar.append(back);
  document.querySelector('link[rel=stylesheet]')!.setAttribute('href', 'viewer.css');
  document.body.replaceChildren(bar, data, page);
  const script = document.createElement('script');
  script.src = 'viewer.js';
  document.body.append(script);
}

render(<OpenPage />, document.getElementById('app')!);
