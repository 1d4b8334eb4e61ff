// Markdown as a page of the site: headings have the ids that they have on GitHub, links lead to pages, wide things scroll by themselves.

import { Marked, type Tokens } from 'marked';

export interface Heading {
  readonly depth: number;
  readonly id: string;
  readonly text: string;
}

/** What the search knows of a part of a page: all from one heading to the next. */
export interface Section {
  readonly heading: Heading;
  readonly text: string;
}

export interface Rendered {
  readonly title: string;
  readonly body: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

/** `link` says where a link leads; undefined is a mistake that the caller tells. */
export function rendered(markdown: string, link: (href: string) => string): Rendered {
  const headings: Heading[] = [];
  const texts: string[] = [];
  const ids = new Map<string, number>();
  const say = (text: string): void => {
    if (texts.length > 0) texts[texts.length - 1] += ` ${text}`;
  };
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const inner = this.parser.parseInline(tokens);
        const text = plain(inner);
        const id = unique(slug(text), ids);
        headings.push({ depth, id, text });
        texts.push('');
        return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to ${attribute(text)}">#</a></h${depth}>\n`;
      },
      code({ text, lang }: Tokens.Code): string {
        say(text);
        const name = lang === undefined || lang === '' ? 'text' : lang.split(/\s/)[0]!;
        return `<pre tabindex="0" role="group" aria-label="${attribute(name)}"><code>${escaped(text)}</code></pre>\n`;
      },
      table(token: Tokens.Table): string {
        const cell = (one: Tokens.TableCell, tag: string) => {
          const inner = this.parser.parseInline(one.tokens);
          const text = plain(inner);
          // Numbers are not what anybody searches for.
          if (/\p{L}/u.test(text)) say(text);
          // A corner without words is no heading.
          const kind = text === '' ? 'td' : tag;
          return `<${kind}${one.align === null ? '' : ` class="${one.align}"`}>${inner}</${kind}>`;
        };
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map((one) => cell(one, tag)).join('')}</tr>\n`;
        const head = row(token.header, 'th');
        return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>\n<thead>${head}</thead>\n<tbody>${token.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`;
      },
      paragraph({ tokens }: Tokens.Paragraph): string {
        const inner = this.parser.parseInline(tokens);
        say(plain(inner));
        return `<p>${inner}</p>\n`;
      },
      text(token: Tokens.Text | Tokens.Escape): string {
        if ('tokens' in token && token.tokens !== undefined) {
          const inner = this.parser.parseInline(token.tokens);
          say(plain(inner));
          return inner;
        }
        return escaped(token.text);
      },
      link({ href, tokens }: Tokens.Link): string {
        return `<a href="${attribute(link(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }: Tokens.Image): string {
        return `<img src="${attribute(link(href))}" alt="${attribute(text)}" loading="lazy">`;
      },
      html({ text }: Tokens.HTML | Tokens.Tag): string {
        return text.replace(/<!--.*?-->/gs, '');
      },
    },
  });
  const body = marked.parse(markdown, { async: false });
  const title = headings[0]?.text ?? 'foretrace';
  return {
    title,
    body,
    headings,
    sections: headings.map((heading, i) => ({ heading, text: texts[i]!.replace(/\s+/g, ' ').trim() })),
  };
}

/** As GitHub makes it: lower case, no punctuation, hyphens for blanks. @internal */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function unique(id: string, ids: Map<string, number>): string {
  const before = ids.get(id);
  ids.set(id, (before ?? -1) + 1);
  return before === undefined ? id : `${id}-${before + 1}`;
}

/** The text of inline markup. */
function plain(inner: string): string {
  return inner
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" })[name]!)
    .trim();
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function attribute(text: string): string {
  return escaped(text).replaceAll('"', '&quot;');
}
