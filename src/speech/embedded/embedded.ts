import { countProcessors } from '../../core/process/count-processors.ts';
import { AudiobookError } from '../../core/errors.ts';
import type { Setting } from '../../core/settings.ts';
import { didYouMean } from '../../core/strings/closest-names.ts';
import { catalog } from '../../voice-models/catalog.ts';
import { dataFolder } from '../../voice-models/data-folder.ts';
import { findVoiceModel, installName } from '../../voice-models/find-models.ts';
import { includedModels } from '../../voice-models/included-models.ts';
import { installedModels } from '../../voice-models/installed-models.ts';
import type { InstalledModel } from '../../voice-models/installed-models.ts';
import { voiceNames } from '../../voice-models/voice-model.ts';
import { lazily } from '../call/lazily.ts';
import { defaultSpeechTimeoutMs, speechTimeoutMs } from '../call/timeout-setting.ts';
import { UnavailableError } from '../call/provider-errors.ts';
import { engineState } from '../natural/engine/engine-state.ts';
import { voiceFamily } from '../natural/kinds/voice-family.ts';
import { voicesOf } from '../natural/voices/natural-voice.ts';
import type { NaturalSpeech } from '../natural/natural-speech.ts';
import type { ProviderDescription, SpeechProvider, Voice, VoiceFacts, VoiceLimits } from '../provider.ts';
import { voicesFor } from '../voices-for.ts';
import { defaultVoice, languagesOf, voiceOfWord } from './choose-voice.ts';
import type { VoiceSources } from './choose-voice.ts';
import { EnginePool } from './engine-pool.ts';
import { findVoice } from './find-voice.ts';
import type { EspeakBuild } from './espeak/find-espeak.ts';
import { openEspeakReader } from './espeak/open-espeak-reader.ts';
import { openPlainVoices } from './plain-voices.ts';
import type { PlainVoices } from './plain-voices.ts';

/** The voice that speaks where none is named. */
export const embeddedVoiceSetting: Setting = {
  name: 'EMBEDDED_VOICE',
  description: 'voice, or a word that chooses one: best, fast or plain; unset: best',
};

/** Voices inside this program: natural ones where they are installed, flite for English, espeak-ng for every language. */
export const embedded: ProviderDescription = {
  id: 'embedded',
  aliases: [],
  kind: 'embedded',
  description: 'speaks inside this program: no server, no key',
  limit: { max: 5000, unit: 'chars' },
  capabilities: { ssml: false },
  settings: [embeddedVoiceSetting],
  async create(settings) {
    const folder = dataFolder(settings);
    return await embeddedProvider({
      timeoutMs: speechTimeoutMs(settings),
      dataFolder: folder,
      included: await includedModels(folder),
      preferred: settings.get(embeddedVoiceSetting),
    });
  },
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
  /** Models that came along, which are used beside those in `dataFolder`. Default: none. */
  readonly included?: readonly InstalledModel[] | undefined;
  /** Voice for the languages that it speaks, or a word that chooses one. Default: the best one. */
  readonly preferred?: string | undefined;
  /** Natural voices instead of those in `dataFolder`. The provider disposes of them. */
  readonly natural?: NaturalSpeech | undefined;
  /** Time for one request with a short text, in milliseconds. Default: 60 s. */
  readonly timeoutMs?: number | undefined;
}

/** The slowest machines need this many times as long for a natural voice. Their engine has a limit of its own for a hang. */
const naturalPatience = 10;

/** Texts in flight for each plain engine. */
const plainTexts = 4;

/**
 * Seconds of speech that a plain voice makes in a second on one processor, with the encoding: The Last Tram (32 min) took flite 31 and
 * espeak-ng 16 seconds of an AMD EPYC.
 */
const plainSpeed = 60;

/** Returns the embedded provider. Disposing ends its engine processes. */
export async function embeddedProvider(options: EmbeddedOptions = {}): Promise<SpeechProvider> {
  const { engines = countProcessors(), pool = new EnginePool(engines), timeoutMs = defaultSpeechTimeoutMs } = options;
  const [plain, natural] = await Promise.all([
    openPlainVoices({ espeak: options.espeak ?? ['system', 'js'], pool }),
    options.natural ?? openNatural(options, pool),
  ]);
  const running = lazily(async () => (natural && (await isRunning(options.natural)) ? natural : undefined));
  const sources: VoiceSources = { plain, natural: running, preferred: options.preferred };
  const limits = { timeoutMs: naturalPatience * timeoutMs, concurrency: naturalConcurrency(engines) };
  let isClosed = false;
  return {
    id: embedded.id,
    limit: embedded.limit,
    capabilities: embedded.capabilities,
    target: 600,
    timeoutMs,
    concurrency: natural ? limits.concurrency : plainConcurrency(engines),
    facts: (voice) =>
      voiceFamily(voice) === undefined ? plainFacts(voice, plain, engines) : naturalFacts(voice, natural, limits),
    identity: (voice) => natural?.identity(voice) ?? plain.identity(voice),
    defaultVoice: async (language) => await defaultVoice(language, sources),
    async languagesOf(voice) {
      const languages = await languagesOf(voice, sources);
      if (languages) return languages;
      throw await noSuchVoice(voice, plain, await running());
    },
    async synthesize(request) {
      if (isClosed) throw new AudiobookError('internal', 'The embedded speech provider has been closed.');
      const speaking = natural?.speak(request) ?? plain.speak(request);
      if (speaking) return await speaking;
      throw await noSuchVoice(request.voice, plain, await running());
    },
    async voices(language) {
      return [...voicesFor((await running())?.listVoices(language) ?? [], language), ...plain.voices(language)];
    },
    availability: async () => ({ available: true }),
    async voiceNamed(name, language) {
      const chosen = await voiceOfWord(name, language, sources);
      return chosen ?? namedVoice(name, [...(natural?.listVoices('') ?? []), ...plain.voices('')]);
    },
    phonemes: async (request) => await natural?.phonemes(request),
    warmUp: (voice, language) => natural?.warmUp(voice, language),
    speedOf: async (voice) => (await natural?.speedOf(voice)) ?? plainSpeed * engines,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await Promise.all([plain[Symbol.asyncDispose](), natural?.[Symbol.asyncDispose]()]);
    },
  };
}

/** Returns the voice that a name means, of those on this machine and then of those to install: the run says how. */
function namedVoice(name: string, here: readonly Voice[]): string {
  const toInstall = catalog.flatMap((model) => voicesOf({ model, folder: '', installed: '' }));
  return findVoice(findVoice(name, here), toInstall);
}

function plainFacts(voice: string, plain: PlainVoices, engines: number): VoiceFacts {
  return {
    nature: 'same',
    concurrency: plainConcurrency(engines),
    credit: plain.credit(voice),
    warningFor: (text) => plain.unsupportedText(text, voice),
  };
}

function naturalFacts(voice: string, natural: NaturalSpeech | undefined, limits: VoiceLimits): VoiceFacts {
  return { ...limits, speeds: { min: 0.5, max: 2 }, ...natural?.facts(voice) };
}

/** A process of its own finds out whether the engine runs, which a run with a plain voice does not need to know. */
async function isRunning(given: NaturalSpeech | undefined): Promise<boolean> {
  return given !== undefined || (await engineState()).available;
}

/** An engine speaks one text at a time. Those behind it wait at the engine while answers are checked. */
function plainConcurrency(engines: number): SpeechProvider['concurrency'] {
  return { start: plainTexts * engines, max: plainTexts * engines };
}

/** The next text waits at the engine while the last one is checked. */
function naturalConcurrency(engines: number): SpeechProvider['concurrency'] {
  return { start: engines + 1, max: engines + 1 };
}

/** Returns the natural voices, or undefined when there are none. */
async function openNatural(
  { dataFolder: folder, included = [] }: EmbeddedOptions,
  pool: EnginePool,
): Promise<NaturalSpeech | undefined> {
  if (folder === undefined || (included.length === 0 && (await installedModels(folder)).length === 0)) return undefined;
  const { openNaturalSpeech } = await import('../natural/natural-speech.ts');
  const natural = await openNaturalSpeech({ dataFolder: folder, included, espeak: await openEspeakReader(pool) });
  return natural.hasVoices ? natural : undefined;
}

/** Returns the error for a voice that is not known, or that is not installed. */
async function noSuchVoice(voice: string, plain: PlainVoices, natural?: NaturalSpeech): Promise<AudiobookError> {
  const isNatural = voiceFamily(voice) !== undefined;
  const engine = isNatural ? await engineState() : undefined;
  if (engine?.available === false) return new UnavailableError(embedded.id, engine.reason);
  const known = [...(natural?.listVoices('') ?? []), ...plain.voices('')].map(({ id }) => id);
  const installable = findVoiceModel(voice, catalog);
  if (installable) {
    const command = `'audiobook voices install ${installName(installable.model)}'`;
    return new AudiobookError('bad-value', `The voice '${voice}' is not installed. Install it with ${command}.`);
  }
  const hint = didYouMean(voice, [...known, ...catalog.flatMap(voiceNames)]);
  const missing = plain.hasEspeak ? '' : ' espeak-ng is not installed, so only English is available.';
  return new AudiobookError(
    'bad-value',
    `Unknown voice '${voice}'.${hint}${missing} List the voices with 'audiobook voices --provider embedded'.`,
  );
}
