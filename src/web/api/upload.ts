import { addressOf, errorOf, unreachable } from './call.ts';

/** Options for sending a form. */
export interface UploadOptions {
  /** Called with the part that was sent: 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Sends a form and returns the body of the response. `fetch` reports no progress of what it sends. Throws `ApiError`. */
export async function upload<Body>(path: string, form: FormData, options: UploadOptions = {}): Promise<Body> {
  const { onProgress, signal, headers = {} } = options;
  const request = new XMLHttpRequest();
  request.open('POST', addressOf(path));
  request.setRequestHeader('Accept', 'application/json');
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  if (onProgress) {
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
  }
  return await new Promise<Body>((resolve, reject) => {
    signal?.addEventListener('abort', () => request.abort());
    request.addEventListener('load', () => {
      const isDone = request.status >= 200 && request.status < 300;
      if (isDone) resolve(JSON.parse(request.responseText));
      else reject(errorOf(request.status, request.responseText));
    });
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('abort', () => reject(new DOMException('Canceled.', 'AbortError')));
    request.send(form);
  });
}
