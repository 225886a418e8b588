/** What is used of the package, which has no types of its own. */
declare module '@echogarden/espeak-ng-emscripten' {
  export interface ListedVoice {
    readonly name: string;
    /** The voice file. */
    readonly identifier: string;
    readonly languages: readonly { readonly name: string; readonly priority: number }[];
  }

  export interface EspeakWorker {
    readonly samplerate: number;
    /** 0, or a code when there is no such voice; then the voice stays what it was. */
    set_voice(voice: string): number;
    list_voices(): readonly ListedVoice[];
    /** Calls back with copies of the sound as it comes; true stops it. */
    synthesize(ssml: string, onSound: (samples: Int16Array) => boolean): void;
  }

  export default function load(): Promise<{ readonly eSpeakNGWorker: new () => EspeakWorker }>;
}
