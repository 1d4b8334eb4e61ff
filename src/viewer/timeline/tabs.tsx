// Panels of which one is open.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly body: ComponentChildren;
}

export function Tabs({ tabs }: { readonly tabs: readonly Tab[] }) {
  const [chosen, setChosen] = useState('order');
  const open = tabs.find(({ id }) => id === chosen) ?? tabs[0]!;
  const go = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    const next = tabs[(tabs.indexOf(open) + by + tabs.length) % tabs.length]!;
    setChosen(next.id);
    event.preventDefault();
    document.getElementById(`timeline-tab-${next.id}`)?.focus();
  };
  return (
    <div class="panels">
      <div role="tablist" aria-label="About the timeline" class="tablist">
        {tabs.map(({ id, title }) => (
          <button
            type="button"
            role="tab"
            key={id}
            id={`timeline-tab-${id}`}
            aria-selected={id === open.id}
            aria-controls="timeline-panel"
            tabIndex={id === open.id ? 0 : -1}
            onClick={() => setChosen(id)}
            onKeyDown={go}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="timeline-panel" aria-labelledby={`timeline-tab-${open.id}`} class="tabpanel">
        {open.body}
      </div>
    </div>
  );
}
