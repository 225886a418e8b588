import { randomUUID } from 'node:crypto';
import { microsoftSsml } from '../microsoft/microsoft-ssml.ts';
import type { SsmlText } from '../microsoft/microsoft-ssml.ts';
import { parseJson } from '../../core/http/parse-json.ts';

/** A message of the service: headers as in HTTP, and a body. */
export interface EdgeMessage {
  /** `turn.start`, `response`, `audio.metadata`, `audio` or `turn.end`. */
  readonly path: string;
  readonly body: Buffer;
}

/** Returns the two messages that request a text: the format of the audio, then the text. */
export function edgeRequest(text: SsmlText): readonly [string, string] {
  const time = browserTime(new Date());
  const metadata = { sentenceBoundaryEnabled: 'true', wordBoundaryEnabled: 'false' };
  const audio = { metadataoptions: metadata, outputFormat: 'audio-24khz-48kbitrate-mono-mp3' };
  const config = JSON.stringify({ context: { synthesis: { audio } } });
  return [
    `X-Timestamp:${time}\r\nContent-Type:application/json; charset=utf-8\r\nPath:speech.config\r\n\r\n${config}\r\n`,
    `X-RequestId:${randomUUID().replaceAll('-', '')}\r\nContent-Type:application/ssml+xml\r\n` +
      // Edge adds this Z to a time that has a zone already.
      `X-Timestamp:${time}Z\r\nPath:ssml\r\n\r\n${microsoftSsml(text, longName(text.voice))}`,
  ];
}

/** Returns a time as a browser in UTC writes it: `Sun Nov 22 2026 01:15:44 GMT+0000 (Coordinated Universal Time)`. */
function browserTime(date: Date): string {
  const [weekday, day, month, year, time] = date.toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${day} ${year} ${time} GMT+0000 (Coordinated Universal Time)`;
}

/** Returns the name that Edge sends for a voice: `… Voice (en-US, AvaMultilingualNeural)`. */
function longName(voice: string): string {
  const [, locale, name] = /^([a-z]{2,3}(?:-[A-Za-z]+)*-[A-Z]{2}(?:-[a-z]+)?)-([^-]+)$/u.exec(voice) ?? [];
  return locale ? `Microsoft Server Speech Text to Speech Voice (${locale}, ${name})` : voice;
}

/**
 * Returns a message of the service, or undefined when it has another form. Text ends its headers with an empty line; binary
 * messages begin with the length of their headers, in two bytes.
 */
export function parseEdgeMessage(data: Buffer, isBinary: boolean): EdgeMessage | undefined {
  const parts = isBinary ? splitBinary(data) : splitText(data);
  const path = /^Path:(.*)$/imu.exec(parts?.headers.toString('latin1') ?? '')?.[1]?.trim();
  return parts && path !== undefined ? { path, body: parts.body } : undefined;
}

interface Parts {
  readonly headers: Buffer;
  readonly body: Buffer;
}

function splitBinary(data: Buffer): Parts | undefined {
  const end = data.length < 2 ? Number.POSITIVE_INFINITY : 2 + data.readUInt16BE(0);
  return end > data.length ? undefined : { headers: data.subarray(2, end), body: data.subarray(end) };
}

function splitText(data: Buffer): Parts | undefined {
  const end = data.indexOf('\r\n\r\n');
  return end < 0 ? undefined : { headers: data.subarray(0, end), body: data.subarray(end + 4) };
}

/** Returns the time at which the last sentence in a metadata message ends, in seconds, or undefined when it names none. */
export function lastSentenceEnd(body: Buffer): number | undefined {
  const ends = entriesOf(parseJson(body.toString())).flatMap(({ Type, Data }) => {
    const { Offset, Duration } = Data ?? {};
    // Both are in units of 100 ns.
    const isTimed = Type === 'SentenceBoundary' && typeof Offset === 'number' && typeof Duration === 'number';
    return isTimed ? [(Offset + Duration) / 1e7] : [];
  });
  return ends.length === 0 ? undefined : Math.max(...ends);
}

interface MetadataEntry {
  readonly Type?: unknown;
  readonly Data?: { readonly Offset?: unknown; readonly Duration?: unknown } | null;
}

function entriesOf(value: unknown): readonly MetadataEntry[] {
  if (typeof value !== 'object' || value === null || !('Metadata' in value)) return [];
  return Array.isArray(value.Metadata) ? value.Metadata.filter((entry) => typeof entry === 'object' && entry) : [];
}
