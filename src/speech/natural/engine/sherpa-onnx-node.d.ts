/** The part of sherpa-onnx-node that this program uses. The package has no types. Its facts are those of version 1.13.8. */
declare module 'sherpa-onnx-node' {
  interface GeneratedAudio {
    /** From -1 to 1. */
    readonly samples: Float32Array;
    readonly sampleRate: number;
  }

  interface GenerationRequest {
    readonly text: string;
    readonly enableExternalBuffer: boolean;
    readonly generationConfig: {
      readonly sid: number;
      readonly speed: number;
      readonly silenceScale: number;
      readonly numSteps?: number | undefined;
      readonly extra: Readonly<Record<string, string | number>>;
    };
  }

  export class OfflineTts {
    static createAsync(config: object): Promise<OfflineTts>;
    readonly sampleRate: number;
    /** 0 for a model with a single speaker. */
    readonly numSpeakers: number;
    generateAsync(request: GenerationRequest): Promise<GeneratedAudio>;
  }

  /** Sound on its way to a recognizer. */
  interface OfflineStream {
    acceptWaveform(sound: GeneratedAudio): void;
  }

  interface OfflineRecognizerResult {
    readonly text: string;
    readonly tokens: readonly string[];
    /** Start of each token, in seconds. */
    readonly timestamps: readonly number[];
  }

  export class OfflineRecognizer {
    static createAsync(config: object): Promise<OfflineRecognizer>;
    createStream(): OfflineStream;
    decodeAsync(stream: OfflineStream): Promise<OfflineRecognizerResult>;
  }

  const sherpa: { readonly OfflineTts: typeof OfflineTts; readonly OfflineRecognizer: typeof OfflineRecognizer };
  export default sherpa;
}
