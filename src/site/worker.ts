// The worker of the site: the library at work beside the page. It answers one question after the other, and is ended if it takes too long.

import { InputError } from '../base/error.ts';
import { isOutOfMemory } from '../base/out-of-memory.ts';
import { display } from '../base/quote.ts';
import { fileInput, LARGEST_FILE, tooLarge } from './file-input.ts';
import { openedText } from './opening.ts';
import { played } from './playground/model.ts';
import type { Answer, Question, Trouble } from './protocol.ts';

/** Of foretrace; the build puts it in. */
declare const FORETRACE_VERSION: string;

const tell = (answer: Answer): void => postMessage(answer);

async function answer(question: Question): Promise<Answer> {
  if (question.kind === 'play') return { kind: 'played', played: await played(question.text) };
  const { file } = question;
  if (file.size > LARGEST_FILE)
    throw tooLarge(file, `it has ${Math.round(file.size / 2 ** 20)} MB, and a page takes at most 512`);
  const doing = (what: string, done: number) => tell({ kind: 'progress', doing: what, done });
  return { kind: 'opened', text: await openedText(fileInput(file), FORETRACE_VERSION, doing) };
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof InputError)
    return { code: error.code, place: error.place, what: display(error.message), hint: display(error.hint) };
  if (isOutOfMemory(error))
    return {
      code: 'OUT_OF_MEMORY',
      place: {},
      what: 'there is not enough memory in this tab',
      hint: 'foretrace view uses that of the machine',
    };
  const what = error instanceof Error ? error.message : String(error);
  return {
    code: 'INTERNAL',
    place: {},
    what: `this is a bug in foretrace: ${display(what)}`,
    hint: 'please report it, with the file if you can',
  };
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  answer(data).then(tell, (error: unknown) => tell({ kind: 'trouble', trouble: troubleOf(error) }));
});
