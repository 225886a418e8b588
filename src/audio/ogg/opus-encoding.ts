import { open, stat } from 'node:fs/promises';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import type { AudioEncoding, EncodingOptions, WrittenFile } from '../encoding/audio-encoding.ts';
import { meterEncoded } from '../encoding/encoded-meter.ts';
import { parseBitrate } from '../encoding/parse-bitrate.ts';
import { PartedEncoder } from '../encoding/parts/parted-encoder.ts';
import type { PartCodec } from '../encoding/parts/parted-encoder.ts';
import { writeOpus } from '../encoding/tagged-file.ts';
import { OggSplitter } from './ogg-splitter.ts';
import { OpusFile, opusPacketSamples, opusRate } from './opus-file.ts';

/** Bitrate of an Opus file without one. It sounds as good as MP3 at 64k. */
export const defaultOpusBitrate = '32k';

/** What libopus takes to choose the modes that it would have chosen anyway: two seconds. */
const leadFrames = 100;
/** The encoder looks 6.5 ms ahead. */
const tailFrames = 4;
/** Five seconds of speech have a pause. */
const jointFrames = 250;
/** Packets before a joint that must be short, too: after these, the decoder has left the speech before. */
const quietFrames = 5;

/** Opens an Opus file in Ogg. It is encoded while audio arrives and tagged when the chapters are known. */
export async function openOpusEncoding(options: EncodingOptions): Promise<AudioEncoding> {
  const { path, sampleRate } = options;
  const bitrate = parseBitrate(options.bitrate ?? defaultOpusBitrate);
  const encoded = await openAtomicFile(path);
  const file = await open(encoded.path, 'r+');
  const packets = new OpusFile(file, path);
  const decoded = meterEncoded({ ...options, demuxer: 'ogg', sampleRate: opusRate });
  const codec = opusCodec(bitrate, (headers) => packets.setHeaders(headers));
  const encoder = new PartedEncoder(options, codec, async (added) => await decoded.add(await packets.add(added)));
  let samples = 0;
  return {
    async write(added) {
      samples += added.length;
      await encoder.write(added);
    },
    startChapter: () => undefined,
    async end() {
      await encoder.end();
      await decoded.add(await packets.end(Math.round((samples * opusRate) / sampleRate)));
      await file.close();
      await decoded.end();
    },
    async finish({ totalSamples, chapters, track }) {
      await writeOpus(encoded.path, { ...options, chapters, track });
      const { size } = await stat(path);
      return [{ path, bytes: size, seconds: totalSamples / sampleRate }] satisfies WrittenFile[];
    },
    async [Symbol.asyncDispose]() {
      await encoder[Symbol.asyncDispose]();
      await decoded[Symbol.asyncDispose]();
      await file.close();
      await encoded[Symbol.asyncDispose]();
    },
  };
}

function opusCodec(bitrate: number, onHeaders: (packets: readonly Buffer[]) => void): PartCodec {
  const codec = ['-c:a', 'libopus', '-b:a', String(bitrate), '-ar', String(opusRate)];
  return {
    outputOptions: [...codec, '-flush_packets', '0', '-f', 'ogg'],
    outputRate: opusRate,
    frameSamples: opusPacketSamples,
    leadFrames,
    tailFrames,
    isCopyable: false,
    joint: { frames: jointFrames, choose: quietestPlace },
    splitter: () => new OggSplitter(onHeaders),
  };
}

/**
 * Returns a joint in a pause, where the packets are shortest. A packet is decoded by means of those before, and two encoders
 * never write quite the same packets: the differences at a joint are as small as the sound there.
 */
function quietestPlace(first: readonly Buffer[], second: readonly Buffer[]): number {
  const bytes = first.map((packet, index) => packet.length + (second[index]?.length ?? 0));
  let quietest = 0;
  let fewest = Infinity;
  for (let at = quietFrames; at < bytes.length; at += 1) {
    const around = bytes.slice(at - quietFrames, at + 1).reduce((sum, length) => sum + length, 0);
    if (around > fewest) continue;
    fewest = around;
    quietest = at;
  }
  return quietest;
}
