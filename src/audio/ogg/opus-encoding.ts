import { stat } from 'node:fs/promises';
import type { AudioEncoding, EncodingOptions } from '../encoding/audio-encoding.ts';
import { parseBitrate } from '../encoding/parse-bitrate.ts';
import { openPartedEncoding } from '../encoding/parts/parted-encoding.ts';
import type { PartedFormat } from '../encoding/parts/parted-encoding.ts';
import type { PartCodec } from '../encoding/parts/part-codec.ts';
import { OggSplitter } from './ogg-splitter.ts';
import { writeOpus } from './tag-opus.ts';
import { OpusFile, opusPacketSamples, opusPacketsUntil, opusRate } from './opus-file.ts';

/** Bitrate of an Opus file without one. It sounds as good as MP3 at 64k. */
export const defaultOpusBitrate = '32k';

/** Frames that libopus needs to choose the modes that it would have chosen without a cut: the pause before a chapter. */
const leadFrames = 70;
/** The encoder looks 6.5 ms ahead. */
const tailFrames = 4;
/**
 * Five seconds of speech have a pause. A packet is decoded by means of those before, and two encoders never write quite the same
 * packets, so that parts meet where it is quiet.
 */
const quietSeconds = 5;

/** Opens an Opus file in Ogg. It is encoded while audio arrives and tagged when the chapters are known. */
export async function openOpusEncoding(options: EncodingOptions): Promise<AudioEncoding> {
  const { path, sampleRate } = options;
  const codec = opusCodec(parseBitrate(options.bitrate ?? defaultOpusBitrate));
  const finish: PartedFormat['finish'] = async (encoded, encoder, { totalSamples, chapters, track }) => {
    await writeOpus(encoded, { ...options, chapters, track });
    const { size } = await stat(path);
    return [{ path, bytes: size, seconds: totalSamples / sampleRate, parts: encoder.encoded() }];
  };
  return await openPartedEncoding(options, (write) => ({ codec, demuxer: 'ogg', sink: new OpusFile(write), finish }));
}

function opusCodec(bitrate: number): PartCodec {
  const codec = ['-c:a', 'libopus', '-b:a', String(bitrate), '-ar', String(opusRate)];
  return {
    outputOptions: [...codec, '-flush_packets', '0', '-f', 'ogg'],
    outputRate: opusRate,
    frameSamples: opusPacketSamples,
    leadFrames,
    tailFrames,
    quietSeconds,
    framesUntil: opusPacketsUntil,
    splitter: () => new OggSplitter(),
  };
}
