// What the page does beyond showing: filters and keys. It reads attributes and sets `hidden`; it never makes markup. Without it
// the page is complete. The policy of the page allows exactly these bytes: the hash must fit, and a test says so.

export const SCRIPT_HASH = 'sha256-eKwJ+iRikeVcBpaMjvG4ksHAOBsK8XnCTRUaiNMO6d0=';

export const SCRIPT = `
(() => {
  const items = [...document.querySelectorAll('details.finding')];
  const controls = document.getElementById('controls');
  const box = document.getElementById('filter');
  const claims = [...document.querySelectorAll('input[name=claim]')];
  const shown = document.getElementById('shown');
  const apply = () => {
    const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const allowed = new Set(claims.filter((claim) => claim.checked).map((claim) => claim.value));
    let count = 0;
    for (const item of items) {
      const fits = allowed.has(item.dataset.claim) && words.every((word) => item.dataset.text.includes(word));
      item.hidden = !fits;
      if (fits) count++;
    }
    shown.textContent = count === items.length ? '' : count + ' of ' + items.length + ' shown';
  };
  const move = (by) => {
    const visible = items.filter((item) => !item.hidden);
    const at = visible.indexOf(document.activeElement?.closest?.('details.finding'));
    const next = visible[at < 0 ? (by > 0 ? 0 : visible.length - 1) : at + by];
    next?.querySelector('summary').focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  box.addEventListener('input', apply);
  for (const claim of claims) claim.addEventListener('change', apply);
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === box) {
      if (event.key !== 'Escape') return;
      box.value = '';
      apply();
      box.blur();
    } else if (event.key === '/') {
      event.preventDefault();
      box.focus();
      box.select();
    } else if (event.key === 'j') move(1);
    else if (event.key === 'k') move(-1);
  });
  controls.hidden = false;
  apply();
  const named = document.getElementById(location.hash.slice(1));
  if (named?.matches('details.finding')) named.open = true;
})();
`;
