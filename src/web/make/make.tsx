import { useEffect } from 'preact/hooks';
import { DropArea } from './drop-area.tsx';
import { DraftView } from './draft-view.tsx';
import { drafts } from './draft.ts';
import { readBooks } from './send-draft.ts';

/** The place where a book becomes a job: one large area to drop it on, then what will be made of it. */
export function Make() {
  useEffect(dropAnywhere, []);
  const [first] = drafts.value;
  return first ? <DraftView key={first.id} draft={first} all={drafts.value.length} /> : <DropArea />;
}

/** Accepts books that are dropped anywhere on the page, which the browser would open otherwise. */
function dropAnywhere(): () => void {
  window.addEventListener('dragover', over);
  window.addEventListener('dragleave', over);
  window.addEventListener('drop', drop);
  window.addEventListener('paste', paste);
  return () => {
    window.removeEventListener('dragover', over);
    window.removeEventListener('dragleave', over);
    window.removeEventListener('drop', drop);
    window.removeEventListener('paste', paste);
  };
}

function over(event: DragEvent): void {
  event.preventDefault();
  document.documentElement.classList.toggle('over', event.type === 'dragover');
}

function drop(event: DragEvent): void {
  over(event);
  take(event.dataTransfer);
}

function paste(event: ClipboardEvent): void {
  take(event.clipboardData);
}

function take(data: DataTransfer | null): void {
  if (data && data.files.length > 0) void readBooks(data.files);
}
