// The address that opens a place in an editor. It needs the whole path: a report that was sent around knows none, `foretrace view` knows its folder.

import { sourcePlace } from '../../findings/place.ts';

const IS_WHOLE = /^(?:\/|[A-Za-z]:[\\/])/;

/** Undefined if nobody knows where the file is. */
export function editorLink(location: string, folder: string | undefined): string | undefined {
  const place = sourcePlace(location);
  if (place === undefined) return undefined;
  const path = IS_WHOLE.test(place.path)
    ? place.path
    : folder === undefined
      ? undefined
      : `${folder.replace(/[\\/]$/, '')}/${place.path}`;
  if (path === undefined) return undefined;
  const parts = path.replaceAll('\\', '/').replace(/^\//, '').split('/');
  const column = place.column === undefined ? '' : `:${place.column}`;
  // The colon of a drive stays as it is.
  const encoded = parts.map((part, i) => (i === 0 && /^[A-Za-z]:$/.test(part) ? part : encodeURIComponent(part)));
  return `vscode://file/${encoded.join('/')}:${place.line}${column}`;
}
