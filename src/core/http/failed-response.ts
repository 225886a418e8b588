import { systemCode } from '../errors.ts';

const retryableStatuses = new Set([408, 409, 425, 429]);

/** Reports whether a request that got this status may succeed later. */
export function isRetryable(status: number): boolean {
  return status >= 500 || retryableStatuses.has(status);
}

/** Returns the delay that a response asks for, in milliseconds: `retry-after-ms`, or `retry-after` as seconds or a date. */
export function retryAfter(headers: Headers): number | undefined {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Returns text of a service fit for a message: one short line without markup and keys. */
export function messageText(text: string): string {
  const line = text
    .slice(0, 4000)
    .replaceAll(/<(?:script|style|head)\b.*?<\/(?:script|style|head)>/gisu, ' ')
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/\b(?:sk[-_]|AKIA|ASIA|AIza)[\w*-]{6,}/gu, '[key]')
    .trim();
  return line.length > 240 ? `${line.slice(0, 240)}…` : line;
}

/** Returns the message in any of the shapes `{error:{message}}`, `{error}`, `{detail:{message}}`, `{detail:[{msg}]}`, `{message}`, or one of them in a list. */
export function errorMessageIn(value: unknown): string | undefined {
  if (typeof value === 'string') return messageText(value);
  if (Array.isArray(value)) return errorMessageIn(value[0]);
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  return ['message', 'msg', 'detail', 'error'].map((name) => errorMessageIn(fields.get(name))).find(Boolean);
}

/** Codes of Node and undici for a connection that did not come about or broke, in words. */
const connectionWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at this address',
  ECONNRESET: 'the connection broke',
  ENOTFOUND: 'no server has this name',
  EAI_AGAIN: 'the name of the server could not be looked up',
  ETIMEDOUT: 'the server did not answer in time',
  EHOSTUNREACH: 'the network does not lead to the server',
  ENETUNREACH: 'there is no network that leads to the server',
  EPIPE: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
  UND_ERR_CONNECT_TIMEOUT: 'the server did not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'the server did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'the server stopped sending',
};

/** Those codes. */
export const connectionCodes: readonly string[] = Object.keys(connectionWords);

/** Returns the innermost reason of a failed connection, which fetch and the SDKs wrap: `the connection broke, ECONNRESET`, `other side closed`. */
export function connectionReason(thrown: unknown): string {
  let inner = thrown;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  const code = systemCode(inner);
  if (code !== undefined) return codeInWords(code);
  const reason = inner instanceof Error ? inner.message : String(inner);
  const refusal = /^Proxy response \((\d+)\)/u.exec(reason)?.[1];
  return refusal === undefined
    ? reason
    : `the proxy answered ${refusal}. Check HTTPS_PROXY, with its name and password`;
}

function codeInWords(code: string): string {
  if (untrustedCodes.has(code)) return `${code}. ${authorityAdvice}`;
  const words = connectionWords[code];
  return words === undefined ? code : `${words}, ${code}`;
}

/** Codes of certificates whose authority is not known. */
const untrustedCodes: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const authorityAdvice =
  'If you trust the server, set AUDIOBOOK_CA_FILE (or NODE_EXTRA_CA_CERTS) to a file with the certificate of its authority';
