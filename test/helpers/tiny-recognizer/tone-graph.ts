import { addWork } from '../tiny-voices/add-work.ts';
import { float, OnnxGraph } from '../tiny-voices/onnx-graph.ts';

/** What a tiny recognizer listens for: tones. */
export interface ToneGraph {
  readonly symbols: readonly string[];
  /** Frequency of each symbol, in Hz. */
  readonly hertz: readonly number[];
  /** Seconds of a tone. */
  readonly frameSeconds: number;
  /** Length of a silence that is a blank, in tones. */
  readonly blankFrames: number;
  /** Matrix products per 20 ms that cost time and change nothing (`addWork`). Default: 0. */
  readonly work?: number | undefined;
}

const rate = 16_000;
/** Samples between two results: 20 ms, which sherpa-onnx assumes of this family. */
const hop = 320;
/** Share of the energy in a window that a tone must hold. */
const share = 0.53;

/**
 * Returns a recognizer without trained weights that the real engine loads as an Omnilingual CTC model: raw samples in, one
 * row of scores per 20 ms out. A window in which one tone holds most of the energy is that tone's symbol.
 */
export function toneGraph({ symbols, hertz, frameSeconds, blankFrames, work = 0 }: ToneGraph): Buffer {
  const window = Math.round(frameSeconds * rate);
  const silence = Math.round(frameSeconds * blankFrames * rate);
  const graph = new OnnxGraph();
  const sound = graph.op('Reshape', ['x', graph.ints([1, 1, -1])]);
  const padded = (length: number): string =>
    graph.op('Pad', [sound, graph.ints([0, 0, length >> 1, 0, 0, length - (length >> 1)])]);
  const squared = (input: string): string => graph.op('Mul', [input, input]);
  const waves = (wave: (angle: number) => number): Float32Array =>
    Float32Array.from({ length: symbols.length * window }, (_, at) =>
      wave((2 * Math.PI * (hertz[Math.floor(at / window)] ?? 0) * (at % window)) / rate),
    );
  const correlate = (input: string, kernels: Float32Array, count: number, length: number): string =>
    graph.op('Conv', [input, graph.tensor(kernels, [count, 1, length])], { strides: [hop], kernel_shape: [length] });
  const energyOf = (length: number): string =>
    correlate(squared(padded(length)), new Float32Array(length).fill(1), 1, length);
  const heard = padded(window);
  const power = graph.op('Add', [
    squared(correlate(heard, waves(Math.cos), symbols.length, window)),
    squared(correlate(heard, waves(Math.sin), symbols.length, window)),
  ]);
  const energy = energyOf(window);
  const part = graph.op('Div', [
    graph.op('Mul', [power, graph.floats(2 / window)]),
    graph.op('Add', [energy, graph.floats(window * 0.005)]),
  ]);
  const quiet = graph.op('Add', [energyOf(silence), graph.floats(silence * 0.002)]);
  const blank = graph.op('Mul', [graph.op('Div', [graph.floats(silence * 0.002), quiet]), graph.floats(0.9)]);
  const even = graph.op('Mul', [energy, graph.floats(0)]);
  const least = work === 0 ? graph.floats(share) : graph.op('Add', [graph.floats(share), addWork(graph, even, work)]);
  const nothing = graph.op('Add', [even, least]);
  const scores = graph.op('Concat', [nothing, blank, part], { axis: 1 });
  graph.output('logits', 'Transpose', [scores], { perm: [0, 2, 1] });
  return graph.model([['x', float, [1, 'samples']]], ['logits', float, [1, 'T', symbols.length + 2]], {
    model_type: 'omnilingual-asr-tiny',
  });
}
