import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { scrolling } from '../../shell/scrolling.ts';
import { strings } from '../../strings.ts';
import { ChaptersPanel } from './chapters-panel.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { FilePanel } from './file-panel.tsx';
import { ReadingPanel } from './reading-panel.tsx';
import type { PanelName, PlanProps } from '../plan-props.ts';
import { VoicePanel } from './voice-panel.tsx';

/** The panel that opened from the sentence. */
export function Panel({ open, ...props }: PlanProps & { readonly open: Signal<PanelName | undefined> }) {
  const name = open.value;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => showTop(panel.current), [name]);
  return (
    <div
      ref={panel}
      id="plan-panel"
      class="panel"
      role="region"
      aria-label={name && strings.panels[name]}
      hidden={name === undefined}
    >
      {name === 'chapters' && <ChaptersPanel {...props} />}
      {name === 'voice' && <VoicePanel {...props} />}
      {name === 'reading' && <ReadingPanel {...props} />}
      {name === 'file' && <FilePanel {...props} />}
      {name === 'details' && <DetailsPanel {...props} />}
    </div>
  );
}

/** On a phone a panel opens below what is seen. */
function showTop(panel: HTMLElement | null): void {
  if (!panel || panel.hidden || panel.getBoundingClientRect().top < innerHeight * 0.6) return;
  panel.scrollIntoView({ block: 'start', behavior: scrolling() });
}
