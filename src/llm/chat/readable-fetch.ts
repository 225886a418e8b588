import { messageIn, parseJson, plainText } from '../../core/failed-answer.ts';
import { patientFetch } from '../ollama/patient-fetch.ts';

/**
 * `patientFetch` whose refusals have the one shape that the `openai` client reads: Gemini sends a list, proxies send
 * pages, and the client says "400 status code (no body)" to both.
 */
export async function readableFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await patientFetch(input, init);
  if (response.ok) return response;
  const body = await response.text();
  const parsed = parseJson(body);
  const message = messageIn(parsed) ?? plainText(body);
  const headers = new Headers(response.headers);
  for (const name of ['content-length', 'content-encoding']) headers.delete(name);
  headers.set('content-type', 'application/json');
  const error = { message, details: parsed ?? message };
  return new Response(JSON.stringify({ error }), { status: response.status, headers });
}
