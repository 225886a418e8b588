import type { Signal } from '@preact/signals';
import { strings } from '../strings.ts';
import { ChaptersPanel } from './chapters-panel.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { FilePanel } from './file-panel.tsx';
import { ReadingPanel } from './reading-panel.tsx';
import type { PanelName, PlanProps } from './plan-props.ts';
import { VoicePanel } from './voice-panel.tsx';

/** What opened from the sentence. */
export function Panel({ open, ...props }: PlanProps & { readonly open: Signal<PanelName | undefined> }) {
  const name = open.value;
  return (
    <div
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
