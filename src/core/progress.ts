/** Times of earlier runs on this machine, from which the duration of a conversion is estimated. */
export interface EarlierRuns {
  /** Characters that the voice spoke in a second, with all requests in flight together. */
  readonly charactersPerSecond?: number | undefined;
  /** Time from the last speech to the end, in milliseconds for each character of the book. */
  readonly finishingMsPerCharacter?: number | undefined;
}

/** Progress of a conversion, as plain data. Event types are named subject-action. */
export type ProgressEvent =
  | { readonly type: 'script-start'; readonly chapter: number; readonly title: string }
  | {
      readonly type: 'script-step';
      readonly chapter: number;
      /** Repair or fallback of a completion of the language model. */
      readonly action: string;
      readonly reason: string;
    }
  | {
      /** The requests to language models, estimated before the first one. */
      readonly type: 'model-plan';
      readonly requests: number;
      readonly promptTokens: number;
      readonly completionTokens: number;
      /** In US dollars. Absent when the price of a model is not known. */
      readonly cost?: number | undefined;
    }
  | {
      /** A request to a language model failed and is sent again. */
      readonly type: 'model-retry';
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
    }
  | {
      /** A language model is asked who says the quotations of the book. */
      readonly type: 'cast-progress';
      readonly quotations: number;
      readonly answered: number;
    }
  | {
      /** The speakers of dialogue were found by rules, without a language model. */
      readonly type: 'cast-made';
      /** Number of people with a voice. */
      readonly people: number;
      readonly quotations: number;
      /** Quotations that these people say. The narrator reads the others. */
      readonly attributed: number;
    }
  /** A new cast file was made, for a person to edit. */
  | { readonly type: 'cast-written'; readonly path: string }
  | { readonly type: 'script-end'; readonly chapter: number; readonly title: string; readonly origin: string }
  | {
      /** The run waits for the speech provider. Emitted again during the wait. */
      readonly type: 'provider-wait';
      readonly reason: string;
      /** Start of the wait, as Unix time in milliseconds. */
      readonly sinceMs: number;
      /** Time at which the run gives up. Undefined when it waits for ever. */
      readonly untilMs?: number | undefined;
    }
  | {
      /** The run waits for another one that writes the same output. */
      readonly type: 'output-wait';
      readonly output: string;
    }
  | {
      /** The provider asks for a pause. Nothing is requested until it is over. */
      readonly type: 'provider-pause';
      readonly reason: string;
      readonly pauseMs: number;
    }
  | { readonly type: 'provider-ready'; readonly waitedMs: number }
  | {
      readonly type: 'book-read';
      readonly title: string;
      readonly authors: readonly string[];
      readonly chapters: number;
      readonly words: number;
      readonly leftOut: number;
    }
  | {
      /** The main voice, where the program chose it among its own. */
      readonly type: 'voice-chosen';
      readonly voice: string;
      /** Command that gives the language a natural voice. Absent where it has one, or none can be had. */
      readonly betterWith?: string | undefined;
    }
  /** A language model of the local server, where none was named. */
  | { readonly type: 'model-chosen'; readonly model: string }
  | {
      readonly type: 'plan-made';
      readonly chapters: number;
      readonly segments: number;
      readonly characters: number;
      /** Segments that are in the segment store already. */
      readonly stored: number;
      /** Characters of those segments. */
      readonly storedCharacters?: number | undefined;
      /** Voices by language of the text, as far as they are known. */
      readonly voices?: Readonly<Record<string, string>> | undefined;
      /** Expected length of the audio in seconds. */
      readonly expectedSeconds?: number | undefined;
      /** The numbers are those of the book, because its scripts are still being written. */
      readonly estimated?: boolean | undefined;
      /** The most requests that can be in flight to the speech provider. */
      readonly maxAtOnce?: number | undefined;
      readonly earlier?: EarlierRuns | undefined;
      /** Seconds that the speech is expected to take. */
      readonly speechSeconds?: number | undefined;
      /** The same with the plain voice, where the program chose a slower one. */
      readonly plainSeconds?: number | undefined;
    }
  | {
      readonly type: 'chapter-start';
      readonly chapter: number;
      /** Number in the book, counted from 1. `chapter` is the position in the output, counted from 0. */
      readonly number: number;
      readonly title: string;
      readonly segments: number;
    }
  | {
      /** A request to the provider begins. Requests are side by side and not in order; `segment-spoken` comes in order. */
      readonly type: 'request-start';
      readonly segment: number;
      /** Length of the segment, also when a part of it is requested. */
      readonly characters: number;
    }
  | {
      readonly type: 'request-end';
      readonly segment: number;
      readonly characters: number;
      /** Whether there was no audio. */
      readonly failed?: boolean | undefined;
    }
  | {
      readonly type: 'segment-spoken';
      readonly chapter: number;
      readonly segment: number;
      readonly characters: number;
      readonly seconds: number;
      readonly stored: boolean;
    }
  | {
      readonly type: 'segment-retry';
      readonly chapter: number;
      readonly segment: number;
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
    }
  | { readonly type: 'assembly-start' }
  | {
      /** The audio is encoded again from the stored segments. Comes first with 0 percent. */
      readonly type: 'encode-again';
      readonly percent: number;
      readonly reason: string;
    }
  | {
      /** The finished files are compared with what a recognizer heard. Comes first with 0 percent. */
      readonly type: 'file-check';
      readonly percent: number;
    }
  | {
      /** The files of an earlier run are those that this one would make, so nothing is made. Ends the run. */
      readonly type: 'result-unchanged';
      readonly path: string;
    }
  | {
      /** Only tags or the cover differ from those of an earlier run: its audio is copied into files with the new ones. */
      readonly type: 'result-retagged';
      readonly path: string;
    }
  | {
      /** A part of the audio was copied from an earlier result. What changed since was encoded. */
      readonly type: 'audio-copied';
      readonly chapters: number;
      /** Chapters of which at least a part was encoded. */
      readonly encodedChapters: number;
      readonly seconds: number;
      readonly copiedSeconds: number;
    }
  | { readonly type: 'file-written'; readonly path: string; readonly bytes: number }
  | { readonly type: 'warning'; readonly message: string };

/** Receives the progress of a conversion. */
export type ProgressListener = (event: ProgressEvent) => void;

/** Wraps a listener so that its errors are ignored. */
export function safeListener(listener: ProgressListener | undefined): ProgressListener {
  return (event) => {
    try {
      listener?.(event);
    } catch {
      // A broken display must not end the conversion.
    }
  };
}
