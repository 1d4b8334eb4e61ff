// Dark or light as the reader chose, before anything is drawn; what the system says if nobody chose.

const KEY = 'foretrace-theme';

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const chosen = stored();
if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset['theme'] = chosen;

document.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('#theme') === null) return;
  const { dataset } = document.documentElement;
  const isDark =
    dataset['theme'] === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : dataset['theme'] === 'dark';
  dataset['theme'] = isDark ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, dataset['theme']);
  } catch {
    // Then it is for this page alone.
  }
});
