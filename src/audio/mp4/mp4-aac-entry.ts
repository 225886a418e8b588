import type { AacConfig } from './aac-frame-file.ts';
import { box, fullBox, u16, u32, u8 } from './mp4-box.ts';

interface AacTrack {
  readonly config: AacConfig;
  /** Bits a second. */
  readonly bitrate: number;
  readonly sampleRate: number;
}

/** What a decoder must know of the AAC in a track (`mp4a` with `esds`, ISO 14496-14). */
export function aacEntry({ config, bitrate, sampleRate }: AacTrack): Buffer {
  const sound = Buffer.concat([u32(0, 0), u16(config.channels, 16, 0, 0), u32(sampleRate * 0x1_00_00)]);
  return box('mp4a', Buffer.alloc(6), u16(1), sound, fullBox('esds', 0, 0, streamDescriptor(config, bitrate)));
}

function streamDescriptor(config: AacConfig, bitrate: number): Buffer {
  const specific = descriptor(5, audioSpecificConfig(config));
  const decoder = descriptor(4, u8(0x40, 0x15, 0, 0, 0), u32(bitrate, bitrate), specific);
  return descriptor(3, u16(0), u8(0), decoder, descriptor(6, u8(2)));
}

/** Says outright that there is no SBR: at 24 kHz and below decoders would look for it (ISO 14496-3, 1.6.5). */
function audioSpecificConfig({ objectType, rateIndex, channels }: AacConfig): Buffer {
  return Buffer.concat([u16((objectType << 11) | (rateIndex << 7) | (channels << 3)), u8(0x56, 0xe5, 0)]);
}

function descriptor(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u8(tag, body.length), body]);
}
