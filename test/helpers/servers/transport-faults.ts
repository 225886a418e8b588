import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Fault } from './fault-kinds.ts';

/** Pages that proxies and services send with status 200. */
export const pages: Partial<Record<Fault, { readonly type: string; readonly body: string }>> = {
  html: {
    type: 'text/html',
    body: '<!DOCTYPE html><html><head><title>x</title></head><body>Please sign in to the network.</body></html>',
  },
  json: { type: 'application/json', body: '{"error":{"message":"The model is overloaded."}}' },
};

/** More bytes than the body has. */
const surplusBytes = 1000;

/** Returns the headers that a fault changes. */
export function headersOf(fault: Fault | undefined, body: Buffer): Readonly<Record<string, string>> {
  if (fault === 'wrong-type') return { 'content-type': 'text/html' };
  if (fault === 'gzip') return { 'content-encoding': 'gzip' };
  return fault === 'long-length' ? { 'content-length': String(body.length + surplusBytes) } : {};
}

/** Sends the body with a fault, after the headers. */
export const transportFaults: Partial<Record<Fault, (response: ServerResponse, body: Buffer) => void>> = {
  'hang-mid-body': (response, body) => void response.write(body.subarray(0, body.length / 2)),
  'reset-mid-body': (response, body) => {
    response.write(body.subarray(0, body.length / 2), () => setTimeout(() => response.socket?.resetAndDestroy(), 20));
  },
  'slow-drip': (response, body) => drip(response, body),
  truncated: (response, body) => void response.end(body.subarray(0, body.length / 2)),
  empty: (response) => void response.end(),
  huge: (response, body) => sendHuge(response, body),
  gzip: (response, body) => void response.end(gzipSync(body)),
  'cut-chunk': (response, body) => void response.write(body.subarray(0, body.length / 2), () => response.socket?.end()),
  'long-length': (response, body) => void response.write(body, () => response.socket?.end()),
};

const hugeBytes = 160 * 1024 * 1024;

/** Sends the body and many zeros after it. */
function sendHuge(response: ServerResponse, body: Buffer): void {
  const zeros = Buffer.alloc(1024 * 1024);
  let sent = 0;
  const send = (): void => {
    while (!response.destroyed) {
      sent += zeros.length;
      if (sent > hugeBytes) return void response.end();
      if (!response.write(zeros)) return void response.once('drain', send);
    }
  };
  response.write(body);
  send();
}

/** Sends two bytes at a time and never ends. */
function drip(response: ServerResponse, body: Buffer): void {
  let sent = 0;
  const timer = setInterval(() => {
    response.write(body.subarray(sent, sent + 2));
    sent = Math.min(sent + 2, body.length - 4);
  }, 10);
  response.on('close', () => clearInterval(timer));
}
