import { errorMessageIn, messageText } from './failed-response.ts';
import { parseJson } from './parse-json.ts';

/**
 * Returns a successful response unchanged, and a failed one with the body `{ "error": { "message", "details" } }`.
 * The `openai` client reads no other shape: it drops what Gemini (a list), other servers and proxies (pages) send.
 */
export async function normalizeErrorBody(response: Response): Promise<Response> {
  if (response.ok) return response;
  const body = await response.text();
  const parsed = parseJson(body);
  const message = (errorMessageIn(parsed) ?? messageText(body)) || 'no details';
  const headers = new Headers(response.headers);
  for (const name of ['content-length', 'content-encoding']) headers.delete(name);
  headers.set('content-type', 'application/json');
  const error = { message, details: parsed ?? message };
  return new Response(JSON.stringify({ error }), { status: response.status, headers });
}
