// Where the page begins: its data stand in it, or at the server that it came from.

import { render } from 'preact';
import { carriedSource, SERVED, servedSource } from '../model/source.ts';
import { App } from './app.tsx';
import { begin } from './state.ts';
import { answerQuestions, isWorker } from './what-if-worker.ts';

async function ask(path: string): Promise<Uint8Array | undefined> {
  const answer = await fetch(path, { referrerPolicy: 'no-referrer' });
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(`foretrace view answers ${answer.status}; is it still running?`);
  return new Uint8Array(await answer.arrayBuffer());
}

function show(): void {
  const text = document.getElementById('data')!.textContent;
  render(<App />, document.getElementById('page')!);
  begin(text === SERVED ? servedSource(ask) : carriedSource(text));
}

if (isWorker) answerQuestions();
else show();
