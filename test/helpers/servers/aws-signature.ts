import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Credentials of AWS. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Returns the error for a request without a valid AWS Signature Version 4, or undefined. */
export function signatureProblem(
  request: IncomingMessage,
  body: string,
  keys: AwsKeys,
  service: string,
): string | undefined {
  const parts = authorization.exec(request.headers.authorization ?? '')?.groups;
  if (!parts) return 'MissingAuthenticationTokenException';
  if (parts['id'] !== keys.accessKeyId) return 'UnrecognizedClientException';
  const scope = [parts['day'], parts['region'], service, 'aws4_request'].map(String);
  const signed = String(parts['signed']);
  const canonical = [...requestLines(request), ...headerLines(request, signed), signed, sha256(body)].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope.join('/'), sha256(canonical)].join('\n');
  const signingKey = scope.reduce<Buffer | string>(hmac, `AWS4${keys.secretAccessKey}`);
  return hmac(signingKey, toSign).toString('hex') === parts['signature'] ? undefined : 'InvalidSignatureException';
}

const authorization =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<day>\d{8})\/(?<region>[^/]+)\/[^/]+\/aws4_request, SignedHeaders=(?<signed>[^,]+), Signature=(?<signature>\w+)$/u;

function requestLines(request: IncomingMessage): readonly string[] {
  const url = new URL(request.url ?? '', 'http://host');
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('='));
  return [String(request.method), url.pathname, query.toSorted().join('&')];
}

function headerLines(request: IncomingMessage, signed: string): readonly string[] {
  return [...signed.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`), ''];
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
