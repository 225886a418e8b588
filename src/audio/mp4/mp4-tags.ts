import type { Track } from '../encoding/audio-encoding.ts';
import { fileTitle } from '../audio-metadata.ts';
import type { AudioMetadata, CoverImage, Numbered } from '../audio-metadata.ts';
import { box, fullBox, text, u16, u32, u8 } from './mp4-box.ts';
import { cutToBytes } from '../../core/strings/cut-to-bytes.ts';

/** Types of a value in the iTunes list. */
const valueTypes = { bytes: 0, text: 1, jpeg: 13, png: 14, integer: 21 } as const;

const audiobookMediaKind = 2;
const shortDescriptionBytes = 255;

/** Content of `mp4Tags`. */
export interface Mp4Tags {
  readonly metadata: AudioMetadata;
  readonly cover: CoverImage | undefined;
  /** Set for one file per chapter. */
  readonly track: Track | undefined;
}

/** Returns the iTunes metadata list (`meta` with `ilst`), with freeform fields for tags that it does not have. */
export function mp4Tags(tags: Mp4Tags): Buffer {
  const handler = fullBox('hdlr', 0, 0, u32(0), text('mdirappl'), u32(0, 0), u8(0));
  return fullBox('meta', 0, 0, handler, box('ilst', ...items(tags)));
}

function items({ metadata, cover, track }: Mp4Tags): Buffer[] {
  return [
    ...texts({
      '©nam': track?.title ?? fileTitle(metadata),
      '©alb': metadata.title,
      '©gen': metadata.genre ?? 'Audiobook',
      '©st3': metadata.subtitle,
      '©day': metadata.date,
      cprt: metadata.copyright,
      '©pub': metadata.publisher,
      '©cmt': metadata.comment,
      sonm: metadata.sortTitle,
      soal: metadata.sortTitle,
      soar: metadata.sortAuthor,
      ...people(metadata),
      ...descriptions(metadata.description),
      ...series(metadata),
    }),
    ...numbers(metadata, track),
    ...picture(cover),
    ...freeform(metadata),
  ];
}

function people({ authors, narrator }: AudioMetadata): Record<string, string | undefined> {
  const author = authors.join(', ') || undefined;
  return { '©ART': author, aART: author, '©wrt': narrator, '©nrt': narrator };
}

function descriptions(description: string | undefined): Record<string, string | undefined> {
  if (description === undefined) return {};
  return { desc: cutToBytes(description, shortDescriptionBytes), ldes: description };
}

/** Returns Apple's movement name and the grouping that Audiobookshelf reads, in addition to the freeform fields. */
function series({ series: name, seriesPosition }: AudioMetadata): Record<string, string | undefined> {
  if (name === undefined) return {};
  return { '©mvn': name, '©grp': seriesPosition === undefined ? name : `${name} #${seriesPosition}` };
}

function numbers({ part, series: name, seriesPosition }: AudioMetadata, track: Numbered | undefined): Buffer[] {
  const position = Number(seriesPosition);
  const isMovement = name !== undefined && Number.isInteger(position) && position > 0 && position < 0x80_00;
  return [
    item('stik', valueTypes.integer, u8(audiobookMediaKind)),
    item('pgap', valueTypes.integer, u8(1)),
    ...(name === undefined ? [] : [item('shwm', valueTypes.integer, u8(1))]),
    ...(isMovement ? [item('©mvi', valueTypes.integer, u16(position))] : []),
    ...(part === undefined ? [] : [item('disk', valueTypes.bytes, u16(0, part.number, part.total))]),
    ...(track === undefined ? [] : [item('trkn', valueTypes.bytes, u16(0, track.number, track.total, 0))]),
  ];
}

function picture(cover: CoverImage | undefined): Buffer[] {
  if (cover === undefined) return [];
  return [item('covr', cover.mediaType === 'image/png' ? valueTypes.png : valueTypes.jpeg, cover.bytes)];
}

function freeform(metadata: AudioMetadata): Buffer[] {
  const fields = {
    NARRATOR: metadata.narrator,
    SERIES: metadata.series,
    'SERIES-PART': metadata.seriesPosition,
    SUBTITLE: metadata.subtitle,
    PUBLISHER: metadata.publisher,
    LANGUAGE: metadata.language,
    ISBN: metadata.isbn,
    ASIN: metadata.asin,
    ...metadata.extra,
  };
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [
          box(
            '----',
            fullBox('mean', 0, 0, text('com.apple.iTunes')),
            fullBox('name', 0, 0, text(name)),
            data(valueTypes.text, text(value)),
          ),
        ],
  );
}

function texts(values: Readonly<Record<string, string | undefined>>): Buffer[] {
  return Object.entries(values).flatMap(([type, value]) =>
    value === undefined || value === '' ? [] : [item(type, valueTypes.text, text(value))],
  );
}

function item(type: string, valueType: number, value: Uint8Array): Buffer {
  return box(type, data(valueType, value));
}

function data(valueType: number, value: Uint8Array): Buffer {
  return box('data', u32(valueType, 0), value);
}
