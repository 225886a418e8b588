// Written by `npm run docs` from the OpenAPI document of the service. Do not edit.

export type ErrorBody = { readonly detail: string; readonly code: string };

export type Job = {
  readonly id: string;
  readonly kind: 'synthesize' | 'audiobook';
  readonly state: 'queued' | 'running' | 'scripted' | 'done' | 'failed' | 'canceled';
  readonly priority: 'high' | 'normal' | 'low';
  readonly createdAt: string;
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
  readonly file: string;
  readonly title?: string | undefined;
  readonly options?: Readonly<Record<string, string | number | readonly string[]>> | undefined;
  readonly provider?: string | undefined;
  readonly providerByDefault?: boolean | undefined;
  readonly progress?: Progress | undefined;
  readonly warnings: readonly string[];
  readonly error?: ErrorBody | undefined;
  readonly canRetry?: true | undefined;
  readonly canRemake?: true | undefined;
  readonly isRemade?: true | undefined;
  readonly isOutdated?: true | undefined;
  readonly scripts?: string | undefined;
  readonly result?:
    | { readonly url: string; readonly name: string; readonly mediaType: string; readonly bytes: number }
    | undefined;
  readonly files?:
    | readonly {
        readonly url: string;
        readonly name: string;
        readonly mediaType: string;
        readonly bytes: number;
        readonly kind: string;
      }[]
    | undefined;
  readonly webhook?: { readonly state: 'waiting' | 'delivered' | 'failed'; readonly attempts: number } | undefined;
  readonly report?: Readonly<Record<string, unknown>> | undefined;
};

export type Progress = {
  readonly stage: 'reading' | 'speaking' | 'finishing';
  readonly authors?: readonly string[] | undefined;
  readonly chapter?:
    | {
        readonly number: number;
        readonly track: number;
        readonly title: string;
        readonly segments: { readonly done: number; readonly total: number };
      }
    | undefined;
  readonly writing?: { readonly track: number; readonly title: string } | undefined;
  readonly chapters: number;
  readonly segments: { readonly done: number; readonly total: number };
  readonly characters: { readonly done: number; readonly total: number };
  readonly percent: number;
  readonly audioSeconds: number;
  readonly expectedSeconds?: number | undefined;
  readonly waiting?:
    | { readonly reason: string; readonly since: string; readonly until?: string | undefined }
    | undefined;
  readonly retry?: { readonly reason: string; readonly attempt: number; readonly at: string } | undefined;
  readonly retries: number;
  readonly etaSeconds?: number | undefined;
};

export type BookText = {
  readonly metadata: {
    readonly title: string;
    readonly language: string;
    readonly authors: readonly { readonly name: string }[];
  };
  readonly chapters: readonly {
    readonly title: string;
    readonly blocks: readonly {
      readonly kind: string;
      readonly text: string;
      readonly language?: string | undefined;
    }[];
  }[];
  readonly leftOut: readonly { readonly document: string; readonly reason: string; readonly words: number }[];
  readonly warnings: readonly string[];
};

export type Chapters = {
  readonly version: '1.2.0';
  readonly title?: string | undefined;
  readonly chapters: readonly { readonly startTime: number; readonly title: string }[];
};

export type TimedChapter = {
  readonly number: number;
  readonly title: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly blocks: readonly {
    readonly kind: string;
    readonly text: string;
    readonly level?: number | undefined;
    readonly language?: string | undefined;
    readonly sentences: readonly {
      readonly from: number;
      readonly to: number;
      readonly heard?: { readonly startSeconds: number; readonly endSeconds: number } | undefined;
      readonly words?: readonly { readonly from: number; readonly startSeconds: number }[] | undefined;
    }[];
  }[];
};

export type Book = {
  readonly id: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly series?: string | undefined;
  readonly seriesPosition?: string | undefined;
  readonly narrator?: string | undefined;
  readonly voice: string;
  readonly language?: string | undefined;
  readonly description?: string | undefined;
  readonly seconds: number;
  readonly bytes: number;
  readonly chapters: number;
  readonly addedAt: string;
  readonly keep: boolean;
  readonly isLinked?: true | undefined;
  readonly keptUntil?: string | undefined;
  readonly cover?: string | undefined;
  readonly files: readonly {
    readonly url: string;
    readonly name: string;
    readonly mediaType: string;
    readonly bytes: number;
    readonly kind: string;
    readonly seconds: number;
  }[];
  readonly position?: Position | undefined;
};

export type Position = {
  readonly seconds: number;
  readonly speed: number;
  readonly updatedAt: string;
  readonly bookmarks?: readonly { readonly seconds: number; readonly note?: string | undefined }[] | undefined;
};

export type Corrections = {
  readonly corrections: readonly {
    readonly text: string;
    readonly say: string;
    readonly isWhole?: boolean | undefined;
  }[];
};

export type Script = {
  readonly number: number;
  readonly title: string;
  readonly words: number;
  readonly edited: boolean;
  readonly text: string;
  readonly source: string;
  readonly steps: readonly { readonly action: string; readonly reason: string; readonly about: string }[];
};

export type SpeechError = {
  readonly error: { readonly message: string; readonly type: string; readonly param: null; readonly code: string };
};

export type ProvidersAnswer = {
  readonly providers: readonly string[];
  readonly default: string;
  readonly details: readonly {
    readonly id: string;
    readonly alias?: string | undefined;
    readonly kind: string;
    readonly available: boolean;
    readonly reason?: string | undefined;
    readonly onlyWhenNamed?: true | undefined;
    readonly limit: { readonly max: number; readonly unit: 'chars' | 'bytes' };
    readonly capabilities: {
      readonly languages?: readonly string[] | undefined;
      readonly speed?: { readonly min: number; readonly max: number } | undefined;
      readonly ssml: boolean;
      readonly sampleRate?: number | undefined;
      readonly priceUnit?: 'chars' | 'bytes' | 'tokens' | undefined;
    };
  }[];
};

export type VoicesAnswer = {
  readonly provider: string;
  readonly language: string;
  readonly default?: string | undefined;
  readonly voices: readonly string[];
  readonly details: readonly {
    readonly id: string;
    readonly name: string;
    readonly language: string;
    readonly gender?: 'female' | 'male' | undefined;
    readonly isWeak?: true | undefined;
    readonly isPlain?: true | undefined;
  }[];
};

export type TasksAnswer = { readonly tasks: readonly string[] };

export type ModelsAnswer = {
  readonly local: readonly string[];
  readonly reason?: string | undefined;
  readonly commercial: readonly string[];
  readonly withKey: readonly string[];
};

export type PlanAnswer = {
  readonly title: string;
  readonly authors: readonly string[];
  readonly language: string;
  readonly languageSource: string;
  readonly words: number;
  readonly characters: number;
  readonly estimatedSeconds: number;
  readonly provider: string;
  readonly voices: Readonly<Record<string, string>>;
  readonly synthesisSeconds?: number | undefined;
  readonly measuredOn?: string | undefined;
  readonly sample?: string | undefined;
  readonly cover?: string | undefined;
  readonly cost: { readonly amount: number; readonly unit: 'chars' | 'bytes' };
  readonly segments: { readonly total: number; readonly stored: number };
  readonly billed: { readonly amount: number; readonly unit: 'characters' | 'tokens' };
  readonly price: {
    readonly currency: string;
    readonly total?: number | undefined;
    readonly speech?: number | undefined;
    readonly models?: number | undefined;
    readonly prices: readonly {
      readonly name: string;
      readonly price: string;
      readonly source?: string | undefined;
      readonly checkedOn?: string | undefined;
    }[];
    readonly unknown: readonly string[];
  };
  readonly narration?:
    | {
        readonly task: string;
        readonly model?: string | undefined;
        readonly translator?: string | undefined;
        readonly translatedInto?: string | undefined;
        readonly requests: number;
        readonly promptTokens: number;
        readonly completionTokens: number;
      }
    | undefined;
  readonly chapters: readonly {
    readonly number: number;
    readonly title: string;
    readonly titleSource: 'contents' | 'heading' | 'class' | 'first-line' | 'document-title' | 'number' | 'model';
    readonly document: string;
    readonly words: number;
    readonly characters: number;
    readonly estimatedSeconds: number;
  }[];
  readonly leftOut: readonly {
    readonly document: string;
    readonly reason: string;
    readonly words: number;
    readonly about?: string | undefined;
  }[];
  readonly warnings: readonly string[];
};

export type CreateJobField =
  | 'file'
  | 'url'
  | 'cover'
  | 'kind'
  | 'priority'
  | 'webhook'
  | 'scripts_only'
  | 'listen'
  | 'format'
  | 'layout'
  | 'bitrate'
  | 'loudness'
  | 'max_part'
  | 'acx'
  | 'meta'
  | 'subtitles'
  | 'read_along'
  | 'read_along_audio'
  | 'voice'
  | 'language'
  | 'chapters'
  | 'chapters_matching'
  | 'from_chapter'
  | 'to_chapter'
  | 'max_chapters'
  | 'language_switch'
  | 'cast'
  | 'speed'
  | 'pauses'
  | 'announce_chapters'
  | 'intro'
  | 'outro'
  | 'lexicon'
  | 'verify'
  | 'allow_gaps'
  | 'tts_provider'
  | 'split_by'
  | 'notes'
  | 'tables'
  | 'images'
  | 'ruby'
  | 'verse_numbers'
  | 'code'
  | 'math'
  | 'include'
  | 'exclude'
  | 'password'
  | 'ocr'
  | 'ocr_language'
  | 'llm_model'
  | 'llm_judge_model'
  | 'llm_base_url'
  | 'translate'
  | 'bilingual'
  | 'task'
  | 'prompt'
  | 'hosts'
  | 'temperature'
  | 'top_p'
  | 'top_k'
  | 'repeat_penalty'
  | 'seed'
  | 'num_ctx'
  | 'num_predict';

export type ListJobsAnswer = {
  readonly jobs: readonly Job[];
  readonly total: number;
  readonly next?: string | undefined;
};

export type GetTimingsAnswer = { readonly chapters: readonly TimedChapter[] };

export type ListBooksAnswer = { readonly books: readonly Book[]; readonly total: number };

export type CreateFeedAnswer = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly podcast: string;
  readonly catalog: string;
};

export type ListFeedsAnswer = {
  readonly feeds: readonly { readonly id: string; readonly name: string; readonly createdAt: string }[];
};

export type GetSessionAnswer = {
  readonly required: boolean;
  readonly name?: string | undefined;
  readonly role: 'admin' | 'user';
  readonly mark: string;
};
