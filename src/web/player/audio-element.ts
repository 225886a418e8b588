/** The element that plays books: one for the whole page, so that a change of place does not stop it. */
export const audio = document.createElement('audio');
audio.id = 'book-audio';
audio.preload = 'metadata';

let detach = (): void => undefined;

/** Plays a file. */
export function attachFile(url: string): void {
  detach();
  detach = () => undefined;
  audio.src = url;
}

/** Plays nothing, and keeps nothing of what was played. */
export function attachNothing(): void {
  detach();
  detach = () => undefined;
  audio.removeAttribute('src');
  audio.load();
}

/** Callbacks of the player of a stream. */
export interface StreamEvents {
  /** The stream can be started. */
  readonly onReady: () => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Plays a playlist: the browsers of Apple do so themselves, the others with hls.js. Chromium says that it may, but does not play
 * packed AAC.
 */
export function attachStream(url: string, events: StreamEvents): void {
  detach();
  detach = () => undefined;
  const isApple = navigator.vendor.startsWith('Apple') && audio.canPlayType('application/vnd.apple.mpegurl') !== '';
  if (isApple) audio.src = url;
  else void attachHls(url, events);
}

async function attachHls(url: string, { onReady, onFailure }: StreamEvents): Promise<void> {
  let isDetached = false;
  detach = () => {
    isDetached = true;
  };
  const { default: Hls } = await import('hls.js/light');
  if (isDetached) return;
  if (!Hls.isSupported()) {
    onFailure(new Error('This browser plays no streams. Wait until the book is finished.'));
    return;
  }
  const hls = new Hls({
    startPosition: 0,
    // From its beginning, however far it has grown.
    liveSyncDuration: 1e9,
    // The policy of the page allows neither workers nor tracks from memory.
    enableWorker: false,
    enableID3MetadataCues: false,
    enableEmsgMetadataCues: false,
    enableDateRangeMetadataCues: false,
  });
  detach = () => hls.destroy();
  hls.on(Hls.Events.MANIFEST_PARSED, onReady);
  hls.on(Hls.Events.ERROR, (_event, { fatal, type, error }) => {
    if (!fatal) return;
    if (type === Hls.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError();
    else onFailure(error);
  });
  hls.loadSource(url);
  hls.attachMedia(audio);
}
