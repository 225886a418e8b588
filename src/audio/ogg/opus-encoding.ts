import { open, stat } from 'node:fs/promises';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import type { AudioEncoding, EncodingOptions, WrittenFile } from '../encoding/audio-encoding.ts';
import { meterEncoded } from '../encoding/encoded-meter.ts';
import { parseBitrate } from '../encoding/parse-bitrate.ts';
import { PartedEncoder } from '../encoding/parts/parted-encoder.ts';
import type { PartCodec } from '../encoding/parts/part-codec.ts';
import { writeOpus } from '../encoding/tagged-file.ts';
import { OggSplitter } from './ogg-splitter.ts';
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
  const bitrate = parseBitrate(options.bitrate ?? defaultOpusBitrate);
  const encoded = await openAtomicFile(path);
  const file = await open(encoded.path, 'r+');
  const packets = new OpusFile(file, path);
  const decoded = meterEncoded({ ...options, demuxer: 'ogg', sampleRate: opusRate });
  const encoder = new PartedEncoder(options, opusCodec(bitrate), async (added) => {
    packets.setHeaders(encoder.headers);
    await decoded.add(await packets.add(added));
  });
  let samples = 0;
  return {
    frameInput: encoder.frameInput,
    async write(added) {
      samples += added.length;
      await encoder.write(added);
    },
    startChapter: () => encoder.startChapter(),
    spans: () => encoder.spans(),
    async end() {
      await encoder.end();
      await decoded.add(await packets.end(encoder.outputSamples(samples)));
      await file.close();
      await decoded.end();
    },
    async finish({ totalSamples, chapters, track }) {
      await writeOpus(encoded.path, { ...options, chapters, track });
      const { size } = await stat(path);
      const seconds = totalSamples / sampleRate;
      return [{ path, bytes: size, seconds, parts: encoder.encoded() }] satisfies WrittenFile[];
    },
    async [Symbol.asyncDispose]() {
      await encoder[Symbol.asyncDispose]();
      await decoded[Symbol.asyncDispose]();
      await file.close();
      await encoded[Symbol.asyncDispose]();
    },
  };
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
    isCopyable: true,
    splitter: () => new OggSplitter(),
  };
}
