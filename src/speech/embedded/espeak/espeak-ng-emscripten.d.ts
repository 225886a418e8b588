/** The used part of the package, which comes without types. */
declare module '@echogarden/espeak-ng-emscripten' {
  export interface ListedVoice {
    readonly name: string;
    /** Name of the voice file. */
    readonly identifier: string;
    readonly languages: readonly { readonly name: string; readonly priority: number }[];
  }

  /** Something in the audio: `word`, `phoneme`, `sentence`, `end` and others. */
  export interface EspeakEvent {
    readonly type: string;
    /** Start of the word, in code points from 1. */
    readonly text_position: number;
    /** The phoneme in IPA. */
    readonly id?: unknown;
  }

  export interface EspeakWorker {
    readonly samplerate: number;
    /** Returns 0, or an error code for an unknown voice, which leaves the voice unchanged. */
    set_voice(voice: string): number;
    list_voices(): readonly ListedVoice[];
    /** Returns where a C string with the IPA of a text is, without speaking it. */
    convert_to_phonemes(text: string, useIpa: boolean): { readonly ptr: number };
    /** Calls back with copies of the audio as it is made, and with what happens in it; returning true stops it. */
    synthesize(ssml: string, onSound: (samples: Int16Array, events?: readonly EspeakEvent[]) => boolean): void;
  }

  export default function load(): Promise<{
    readonly eSpeakNGWorker: new () => EspeakWorker;
    /** The memory of the module. */
    readonly HEAPU8: Uint8Array;
  }>;
}
