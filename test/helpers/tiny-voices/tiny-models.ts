import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ModelKind } from '../../../src/voice-models/voice-model.ts';
import { addWork } from './add-work.ts';
import { float, int64, OnnxGraph } from './onnx-graph.ts';
import type { Port } from './onnx-graph.ts';
import { firstPilot, firstTone, pilots, tinySound } from './tiny-symbols.ts';
import type { TinySound } from './tiny-symbols.ts';

/** What a tiny model is made for. */
export interface TinyModel {
  readonly kind: ModelKind;
  readonly speakers: number;
  /** Matrix products per token that cost time and change nothing (`addWork`). Default: 0. */
  readonly work?: number | undefined;
  /** Whether it computes with integers in places, as quantized models do. Only models of phonemes. */
  readonly integers?: boolean | undefined;
}

/** Style values per token length, and longest text in tokens, of Kokoro. */
const style = { width: 256, lengths: 510 };

/**
 * Writes a model without trained weights that the real engine loads. Its sound is an exact function of the text: each token
 * (a phoneme; for Supertonic a character) is one frame with a tone for the token and a quieter pilot for the speaker.
 */
export async function writeTinyModel(folder: string, model: TinyModel): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files = model.kind === 'supertonic' ? supertonicFiles(model) : phonemeFiles(model);
  for (const [name, data] of Object.entries(files)) await writeFile(path.join(folder, name), data);
}

type Files = Readonly<Record<string, Buffer | string>>;

/** Inputs of the graph of the tones, as names of values. */
interface Tones {
  /** Floats, one per token. */
  readonly ids: string;
  readonly speaker: string;
  /** 1 / speed. */
  readonly scale: string;
  /** 0 for silent tokens, otherwise 1. */
  readonly mask: string;
}

/** Adds the nodes that turn tokens into frames, and returns the name of the matrix of frames. */
function addTones(graph: OnnxGraph, frame: number, { ids, speaker, scale, mask }: Tones): string {
  const length = graph.op('Mul', [graph.floats(frame), scale]);
  const ramp = graph.op('Range', [graph.floats(0), length, graph.floats(1)]);
  const phase = graph.op('Mul', [ramp, graph.floats((2 * Math.PI) / frame)]);
  const column = graph.op('Reshape', [ids, graph.ints([-1, 1])]);
  const gate = graph.op('Reshape', [mask, graph.ints([-1, 1])]);
  const tone = graph.op('Add', [column, graph.floats(firstTone)]);
  const pilot = graph.op('Add', [
    graph.op('Mod', [speaker, graph.floats(pilots)], { fmod: 1 }),
    graph.floats(firstPilot),
  ]);
  const loud = graph.op('Mul', [graph.op('Sin', [graph.op('Mul', [tone, phase])]), graph.floats(0.2)]);
  const quiet = graph.op('Mul', [graph.op('Sin', [graph.op('Mul', [pilot, phase])]), graph.floats(0.05)]);
  // The quiet of a model is never a run of zeros.
  return graph.op('Add', [graph.op('Mul', [gate, graph.op('Add', [loud, quiet])]), graph.floats(0.0001)]);
}

function phonemeFiles({ kind, speakers, work = 0, integers = false }: TinyModel): Files {
  const sound = tinySound(kind);
  const graph = new OnnxGraph();
  const voice = kind === 'piper' ? piperInputs(graph, speakers) : styleInputs(graph, kind);
  const ids = graph.op('Reshape', [graph.cast(voice.tokens, float), graph.ints([-1])]);
  const last = graph.floats(sound.silent.at(-1) ?? 0);
  const gate = graph.op('Clip', [graph.op('Sub', [ids, last]), graph.floats(0), graph.floats(1)]);
  const mask = integers ? graph.op('Mul', [graph.inIntegers(gate), graph.stored([1], [1])]) : gate;
  const scale = work === 0 ? voice.scale : graph.op('Add', [voice.scale, addWork(graph, ids, work)]);
  const frames = addTones(graph, sound.frame, { ids, speaker: voice.speaker, scale, mask });
  const shape = kind === 'piper' ? [1, 1, 1, -1] : [-1];
  graph.output(voice.output, 'Reshape', [frames, graph.ints(shape)]);
  const output: Port = [voice.output, float, shape.map((length) => (length < 0 ? 'samples' : length))];
  return {
    'model.onnx': graph.model(voice.inputs, output, phonemeMetadata(kind, speakers, sound)),
    'tokens.txt': sound.symbols.map((symbol, id) => `${symbol} ${id}\n`).join(''),
    ...(kind === 'piper' ? {} : { 'voices.bin': styles(kind, speakers) }),
  };
}

/** The part of a graph that differs by kind. */
interface VoiceInputs extends Pick<Tones, 'speaker' | 'scale'> {
  readonly inputs: readonly Port[];
  readonly tokens: string;
  readonly output: string;
}

function piperInputs(graph: OnnxGraph, speakers: number): VoiceInputs {
  const inputs: Port[] = [
    ['input', int64, [1, 'T']],
    ['input_lengths', int64, [1]],
    ['scales', float, [3]],
  ];
  if (speakers > 1) inputs.push(['sid', int64, [1]]);
  const scale = graph.op('Gather', ['scales', graph.ints(1)], { axis: 0 });
  const speaker = speakers > 1 ? graph.cast(graph.op('Squeeze', ['sid']), float) : graph.floats(0);
  return { inputs, tokens: 'input', output: 'output', speaker, scale };
}

function styleInputs(graph: OnnxGraph, kind: ModelKind): VoiceInputs {
  const tokens = kind === 'kokoro' ? 'tokens' : 'input_ids';
  const inputs: Port[] = [
    [tokens, int64, [1, 'T']],
    ['style', float, [1, style.width]],
    ['speed', float, [1]],
  ];
  const scale = graph.op('Reciprocal', [graph.op('Squeeze', ['speed'])]);
  const row = graph.op('Gather', ['style', graph.ints(0)], { axis: 0 });
  const speaker = graph.op('Gather', [row, graph.ints(0)], { axis: 0 });
  return { inputs, tokens, output: kind === 'kokoro' ? 'audio' : 'waveform', speaker, scale };
}

function phonemeMetadata(kind: ModelKind, speakers: number, { rate }: TinySound): Record<string, string | number> {
  const common = { language: 'English', voice: 'en-us', has_espeak: 1, n_speakers: speakers, sample_rate: rate };
  if (kind === 'piper') return { ...common, model_type: 'vits', comment: 'piper', add_blank: 1 };
  const isKokoro = kind === 'kokoro';
  return {
    ...common,
    model_type: isKokoro ? 'kokoro' : 'kitten-tts',
    version: isKokoro ? 2 : 1,
    style_dim: isKokoro ? `${style.lengths},1,${style.width}` : `1,${style.width}`,
    speaker_names: Array.from({ length: speakers }, (_, index) => `tone${index}`).join(','),
    comment: 'tiny tone model',
  };
}

/** Returns the styles of the speakers: the first value of each is the number of the speaker. */
function styles(kind: ModelKind, speakers: number): Buffer {
  const each = kind === 'kokoro' ? style.lengths * style.width : style.width;
  const values = new Float32Array(speakers * each);
  for (let at = 0; at < values.length; at += style.width) values[at] = Math.floor(at / each);
  return Buffer.from(values.buffer);
}

const latentChannels = 144;

function supertonicFiles({ speakers, work = 0 }: TinyModel): Files {
  const sound = tinySound('supertonic');
  const table = new Int32Array(65_536).fill(-1);
  for (const [id, symbol] of sound.symbols.entries()) table[symbol.codePointAt(0) ?? 0] = id;
  const shapes = BigInt64Array.from([speakers, 1, 1, speakers, 1, 1].map(BigInt));
  const numbers = Float32Array.from({ length: speakers }, (_, speaker) => speaker);
  const settings = {
    tts_version: 'tiny',
    ae: { sample_rate: sound.rate, base_chunk_size: 512 },
    ttl: { chunk_compress_factor: 6, latent_dim: 24 },
  };
  return {
    'duration_predictor.int8.onnx': durationPredictor(sound),
    'text_encoder.int8.onnx': textEncoder(),
    'vector_estimator.int8.onnx': vectorEstimator(),
    'vocoder.int8.onnx': vocoder(sound, work),
    'tts.json': JSON.stringify(settings),
    'unicode_indexer.bin': Buffer.from(table.buffer),
    'voice.bin': Buffer.concat([shapes, numbers, numbers].map(({ buffer }) => Buffer.from(buffer))),
  };
}

/** One frame for each character. */
function durationPredictor({ frame, rate }: TinySound): Buffer {
  const graph = new OnnxGraph();
  const count = graph.op('ReduceSum', ['text_mask'], { keepdims: 0 });
  graph.output('duration', 'Reshape', [graph.op('Mul', [count, graph.floats(frame / rate)]), graph.ints([1])]);
  const inputs: Port[] = [
    ['text_ids', int64, [1, 'T']],
    ['style_dp', float, [1, 1, 1]],
    ['text_mask', float, [1, 1, 'T']],
  ];
  return graph.model(inputs, ['duration', float, [1]]);
}

/** The embedding of a character is its id; that of an unknown one is 0. */
function textEncoder(): Buffer {
  const graph = new OnnxGraph();
  const known = graph.op('Max', [graph.cast('text_ids', float), graph.floats(0)]);
  graph.output('text_emb', 'Reshape', [known, graph.ints([1, 1, -1])]);
  const inputs: Port[] = [
    ['text_ids', int64, [1, 'T']],
    ['style_ttl', float, [1, 1, 1]],
    ['text_mask', float, [1, 1, 'T']],
  ];
  return graph.model(inputs, ['text_emb', float, [1, 1, 'T']]);
}

/** Frame `l` of `L` holds character `floor(l * T / L)` in channel 0 and the speaker in channel 1. */
function vectorEstimator(): Buffer {
  const graph = new OnnxGraph();
  const lengthOf = (name: string): string =>
    graph.cast(graph.op('Gather', [graph.op('Shape', [name]), graph.ints(2)], { axis: 0 }), float);
  const characters = lengthOf('text_emb');
  const frames = lengthOf('noisy_latent');
  const place = graph.op('Range', [graph.floats(0), frames, graph.floats(1)]);
  const middle = graph.op('Mul', [graph.op('Add', [place, graph.floats(0.5)]), characters]);
  const last = graph.op('Sub', [characters, graph.floats(1)]);
  const index = graph.op('Min', [graph.op('Floor', [graph.op('Div', [middle, frames])]), last]);
  const all = graph.op('Reshape', ['text_emb', graph.ints([-1])]);
  const ids = graph.op('Gather', [all, graph.cast(index, int64)], { axis: 0 });
  const zero = graph.op('Mul', [place, graph.floats(0)]);
  const speaker = graph.op('Add', [zero, graph.op('Reshape', ['style_ttl', graph.ints([-1])])]);
  const row = (name: string): string => graph.op('Reshape', [name, graph.ints([1, 1, -1])]);
  const others = graph.op('Slice', ['noisy_latent', graph.ints([2]), graph.ints([latentChannels]), graph.ints([1])]);
  const rest = graph.op('Mul', [others, graph.floats(0)]);
  graph.output('denoised_latent', 'Concat', [row(ids), row(speaker), rest], { axis: 1 });
  const inputs: Port[] = [
    ['noisy_latent', float, [1, latentChannels, 'L']],
    ['text_emb', float, [1, 1, 'T']],
    ['style_ttl', float, [1, 1, 1]],
    ['latent_mask', float, [1, 1, 'L']],
    ['text_mask', float, [1, 1, 'T']],
    ['current_step', float, [1]],
    ['total_step', float, [1]],
  ];
  return graph.model(inputs, ['denoised_latent', float, [1, latentChannels, 'L']]);
}

function vocoder({ frame }: TinySound, work: number): Buffer {
  const graph = new OnnxGraph();
  const channel = (number: number): string =>
    graph.op('Reshape', [graph.op('Gather', ['latent', graph.ints(number)], { axis: 1 }), graph.ints([-1])]);
  const ids = channel(0);
  // Token 1 is the space.
  const distance = graph.op('Abs', [graph.op('Sub', [ids, graph.floats(1)])]);
  const mask = graph.op('Clip', [distance, graph.floats(0), graph.floats(1)]);
  const speaker = graph.op('Reshape', [channel(1), graph.ints([-1, 1])]);
  const one = graph.floats(1);
  const scale = work === 0 ? one : graph.op('Add', [one, addWork(graph, ids, work)]);
  const frames = addTones(graph, frame, { ids, speaker, scale, mask });
  graph.output('wav_tts', 'Reshape', [frames, graph.ints([1, -1])]);
  return graph.model([['latent', float, [1, latentChannels, 'L']]], ['wav_tts', float, [1, 'samples']]);
}
