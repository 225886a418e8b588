import type { ReadOptions } from '../../book/book-choices.ts';
import { commitFile } from '../../audio/encoding/audio-encoding.ts';
import { countLines } from '../../cast/count-lines.ts';
import { openScratchFolder } from '../../core/files/scratch-folder.ts';
import type { Settings } from '../../core/settings.ts';
import { withSpeed } from '../../speech/with-speed.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import { castVoices } from '../cast/cast-voices.ts';
import type { VoiceCast } from '../cast/cast-voices.ts';
import { chooseVoices } from '../cast/choose-voices.ts';
import { assemble } from '../encode/assemble.ts';
import type { AssemblyTools } from '../encode/assemble.ts';
import { findFfmpeg } from '../../audio/ffmpeg/find-ffmpeg.ts';
import { countDeliveries, deliveriesText } from '../plan/heard-deliveries.ts';
import { planBook } from '../plan/plan.ts';
import type { PlannedChapter, PlanOptions } from '../plan/plan.ts';
import { directedParts, saysDelivery } from '../plan/says-delivery.ts';
import type { PassageChoice } from '../read/sample-passage.ts';
import { openSegmentStore } from '../store/segment-store.ts';
import { directedPage } from './directed-page.ts';
import type { DirectedPage } from './directed-page.ts';
import { withProvider } from './with-provider.ts';
import type { ProviderChoice } from './with-provider.ts';

/** A page that is spoken twice. */
export interface DirectedSample extends Omit<ProviderChoice, 'warn'>, PassageChoice {
  readonly bookFile: string;
  readonly reading: ReadOptions;
  /** Default: the best voice for the language of the book. */
  readonly voice?: string | undefined;
  readonly speed: number;
  /** The MP3 files to write: as the page stands, and as it is directed. */
  readonly files: { readonly plain: string; readonly directed: string };
  readonly warn: (message: string) => void;
}

/**
 * Speaks the page with the most directions as it stands, and again as the rules direct it: who speaks, and how. Returns a sentence about
 * what is heard of it. Throws as `directedPage`, `chooseProvider` and a conversion do.
 */
export async function sampleDirected(sample: DirectedSample, settings: Settings): Promise<string> {
  const page = await directedPage(sample.bookFile, sample, sample.reading);
  return await withProvider(sample, settings, async (given) => {
    const provider = withSpeed(given, sample.speed);
    const { limit, target } = provider;
    const options = { limit, target, language: page.language };
    const cast = await castFor(page, provider, sample);
    await cast.prepare(directedParts([{ blocks: page.directed }], options));
    const says = saysDelivery(provider, cast.speakerOf);
    await using folder = await openScratchFolder('audiobook-sample-');
    await using store = await openSegmentStore(folder.path);
    const ffmpeg = await findFfmpeg(settings);
    const { speakerOf } = cast;
    const tools = { provider, speakerOf, store, ffmpeg, signal: sample.signal, onProgress: ignore, allowGaps: false };
    const plain = plannedPage(page.title, page.plain, options);
    const directed = plannedPage(page.title, page.directed, { ...options, says });
    await cast.prepare(directed.segments.filter(({ spoken }) => spoken));
    await write(plain, sample.files.plain, tools);
    await write(directed, sample.files.directed, tools);
    const heard = countDeliveries([directed], provider, speakerOf);
    return heard ? `${deliveriesText(heard)}.` : 'The rules find no manner of speaking on this page.';
  });
}

function ignore(): void {}

function plannedPage(title: string, blocks: DirectedPage['plain'], options: PlanOptions): PlannedChapter {
  const [chapter] = planBook([{ title, titleSource: 'contents', blocks }], options).chapters;
  return chapter ?? { number: 1, title, blocks, segments: [] };
}

async function castFor(page: DirectedPage, provider: SpeechProvider, sample: DirectedSample): Promise<VoiceCast> {
  const { language, people, attributions } = page;
  const options = { voice: sample.voice, language, signal: sample.signal, warn: sample.warn };
  const { main } = await castVoices(provider, options);
  const speakers = countLines(people, attributions).filter(({ lines }) => lines > 0);
  const read = { text: '', cast: { characters: [] } };
  const narrator = main.voice;
  const asked = { isAsking: false, named: new Set<string>() };
  const choice = { read, provider, language, narrator, signal: sample.signal, ...asked };
  const { characters } = await chooseVoices(speakers, new Map([[0, attributions]]), choice);
  return await castVoices(provider, { ...options, roles: characters });
}

async function write(chapter: PlannedChapter, output: string, tools: AssemblyTools): Promise<void> {
  const metadata = { title: chapter.title, authors: [] };
  await assemble([chapter], { request: { output, format: 'mp3' }, commit: commitFile, metadata }, tools);
}
