/** Longer chains are loops. */
export const maxRedirects = 5;

/** Statuses of responses that lead to another address (RFC 9110, 15.4). */
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What was answered at one address. */
export interface Step<Answer> {
  readonly status: number;
  /** The header `location`. */
  readonly location: string | null | undefined;
  readonly answer: Answer;
  /** Frees the connection of an answer that is not read. */
  readonly discard: () => Promise<unknown>;
}

/**
 * Sends a request, and sends it again where redirects lead to. `send` throws for an address that is not allowed: it is asked before each
 * step. Returns the first answer that leads nowhere, with its address, or undefined after too many redirects.
 */
export async function followRedirects<Answer>(
  first: URL,
  send: (url: URL) => Promise<Step<Answer>>,
): Promise<{ readonly answer: Answer; readonly url: URL } | undefined> {
  let url = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const { status, location, answer, discard } = await send(url);
    const next = redirectStatuses.has(status) ? URL.parse(location ?? '', url.href) : null;
    if (next === null || (location ?? '') === '') return { answer, url };
    await discard();
    url = next;
  }
  return undefined;
}
