import { countProcessors } from '../../core/process/count-processors.ts';
import { AudiobookError } from '../../core/errors.ts';
import { didYouMean } from '../../core/strings/closest-names.ts';
import { dataFolder } from '../../voice-models/data-folder.ts';
import { installedModels } from '../../voice-models/installed-models.ts';
import { defaultSpeechTimeoutMs, speechTimeoutMs } from '../call/timeout-setting.ts';
import { UnavailableError } from '../call/provider-errors.ts';
import { engineState } from '../natural/engine/engine-state.ts';
import { voiceFamily } from '../natural/kinds/voice-family.ts';
import type { NaturalSpeech } from '../natural/natural-speech.ts';
import type { ProviderDescription, SpeechProvider } from '../provider.ts';
import { voicesFor } from '../voices-for.ts';
import { EnginePool } from './engine-pool.ts';
import { findVoice } from './find-voice.ts';
import type { EspeakBuild } from './espeak/find-espeak.ts';
import { openEspeakReader } from './espeak/open-espeak-reader.ts';
import { openPlainVoices } from './plain-voices.ts';
import type { PlainVoices } from './plain-voices.ts';

/** Voices inside this program: natural ones where they are installed, flite for English, espeak-ng for every language. */
export const embedded: ProviderDescription = {
  id: 'embedded',
  aliases: [],
  kind: 'embedded',
  description: 'speaks inside this program: no server, no key',
  limit: { max: 5000, unit: 'chars' },
  capabilities: { ssml: false },
  settings: [],
  create: async (settings) =>
    embeddedProvider({ timeoutMs: speechTimeoutMs(settings), dataFolder: dataFolder(settings) }),
};

/** Options of `embeddedProvider`. */
export interface EmbeddedOptions {
  /** Builds of espeak-ng to look for, best first. Default: system, js. */
  readonly espeak?: readonly EspeakBuild[] | undefined;
  /** Number of plain engines that speak at the same time, and of requests in flight. Default: one per processor. */
  readonly engines?: number | undefined;
  readonly pool?: EnginePool | undefined;
  /** Folder of the installed natural voices. Default: none are used. */
  readonly dataFolder?: string | undefined;
  /** Natural voices instead of those in `dataFolder`. The provider disposes of them. */
  readonly natural?: NaturalSpeech | undefined;
  /** Time for one request with a short text, in milliseconds. Default: 60 s. */
  readonly timeoutMs?: number | undefined;
}

/** The slowest machines need this many times as long for a natural voice. Their engine has a limit of its own for a hang. */
const naturalPatience = 10;

/** Texts in flight for each plain engine. */
const plainTexts = 4;

/** Returns the embedded provider. Disposing ends its engine processes. */
export async function embeddedProvider(options: EmbeddedOptions = {}): Promise<SpeechProvider> {
  const { engines = countProcessors(), pool = new EnginePool(engines), timeoutMs = defaultSpeechTimeoutMs } = options;
  const [plain, natural] = await Promise.all([
    openPlainVoices({ espeak: options.espeak ?? ['system', 'js'], pool }),
    options.natural ?? openNatural(options.dataFolder, pool),
  ]);
  // The next text waits at the engine while the last one is checked. Short ones are sent to a plain engine together.
  const inFlight = natural ? engines + 1 : plainTexts * engines;
  let isClosed = false;
  return {
    id: embedded.id,
    limit: embedded.limit,
    capabilities: embedded.capabilities,
    target: 600,
    timeoutMs: natural ? naturalPatience * timeoutMs : timeoutMs,
    concurrency: { start: inFlight, max: inFlight },
    identity: (voice) => natural?.identity(voice) ?? plain.identity(voice),
    defaultVoice: async (language) => natural?.bestVoice(language) ?? plain.defaultVoice(language),
    async languagesOf(voice) {
      const languages = natural?.languagesOf(voice) ?? plain.languagesOf(voice);
      if (languages) return languages;
      throw await noSuchVoice(voice, plain, natural);
    },
    async synthesize(request) {
      if (isClosed) throw new AudiobookError('internal', 'The embedded speech provider has been closed.');
      const speaking = natural?.speak(request) ?? plain.speak(request);
      if (speaking) return await speaking;
      throw await noSuchVoice(request.voice, plain, natural);
    },
    async voices(language) {
      return [...voicesFor(natural?.listVoices(language) ?? [], language), ...plain.voices(language)];
    },
    availability: async () => ({ available: true }),
    voiceNamed: (name) => findVoice(name, [...(natural?.listVoices('') ?? []), ...plain.voices('')]),
    creditOf: (voice) => natural?.creditOf(voice),
    nature: (voice) => (voiceFamily(voice) === undefined ? 'same' : natural?.nature(voice)),
    readsIpa: (voice) => natural?.readsIpa(voice) ?? false,
    phonemes: async (request) => await natural?.phonemes(request),
    speedsOf: (voice) => (voiceFamily(voice) ? { min: 0.5, max: 2 } : undefined),
    speedOf: async (voice) => await natural?.speedOf(voice),
    shortTarget: (voice) => natural?.utteranceTarget(voice),
    warmUp: (voice, language) => natural?.warmUp(voice, language),
    unsupportedText: (text, voice) => plain.unsupportedText?.(text, voice),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await Promise.all([plain[Symbol.asyncDispose](), natural?.[Symbol.asyncDispose]()]);
    },
  };
}

/** Returns the natural voices, or undefined when none are installed or their engine does not run here. */
async function openNatural(folder: string | undefined, pool: EnginePool): Promise<NaturalSpeech | undefined> {
  if (folder === undefined || (await installedModels(folder)).length === 0) return undefined;
  // Loads the engine once in a process of its own, which takes as long as everything else here.
  const state = engineState();
  const { openNaturalSpeech } = await import('../natural/natural-speech.ts');
  const natural = await openNaturalSpeech({ dataFolder: folder, espeak: await openEspeakReader(pool) });
  return natural.hasVoices && (await state).available ? natural : undefined;
}

/** Returns the error for a voice that is not known, or that is not installed. */
async function noSuchVoice(voice: string, plain: PlainVoices, natural?: NaturalSpeech): Promise<AudiobookError> {
  const isNatural = voiceFamily(voice) !== undefined;
  const engine = isNatural ? await engineState() : undefined;
  if (engine?.available === false) return new UnavailableError(embedded.id, engine.reason);
  const known = [...(natural?.listVoices('') ?? []), ...plain.voices('')].map(({ id }) => id);
  const hint = didYouMean(voice, known);
  if (isNatural) {
    return new AudiobookError(
      'bad-value',
      `The voice '${voice}' is not installed.${hint} 'audiobook voices --provider embedded' lists the installed voices.`,
    );
  }
  const missing = plain.hasEspeak ? '' : ' espeak-ng is not installed, so only English is available.';
  return new AudiobookError(
    'bad-value',
    `Unknown voice '${voice}'.${hint}${missing} List the voices with 'audiobook voices --provider embedded' or GET /voices?provider=embedded.`,
  );
}
