import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import type { Settings } from '../../core/settings.ts';
import type { NarrationRequest } from '../../pipeline/conversion.ts';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import { bookTags } from '../../pipeline/read/book-tags.ts';
import { isSameProvider, providerSetting } from '../../pipeline/open/choose-provider.ts';
import { stateFolderSetting } from '../../pipeline/open/settings.ts';

const rememberedSchema = z.object({
  provider: z.string(),
  voice: z.string(),
  lexicons: z.array(z.string()),
});
const fileSchema = z.record(z.string(), rememberedSchema);

/** The speech of the last book of a series. */
type Remembered = z.infer<typeof rememberedSchema>;

/** Series that are remembered. Those that were kept longest ago are forgotten first. */
const maxSeries = 1000;

/** The voice that the command line itself names. It overrides the remembered one, which overrides configs. */
export interface NamedSpeech {
  readonly provider?: string | undefined;
  readonly voice?: string | undefined;
  readonly lexicon?: readonly string[] | undefined;
}

/** The speech of a book with what is remembered of its series. */
export interface SeriesSpeech {
  readonly request: NarrationRequest;
  /** Provider to use instead of the one of the run. */
  readonly provider?: string | undefined;
  /** Keeps how the book was spoken. A run does not fail because it cannot. */
  readonly keep: (report: ConversionReport) => Promise<void>;
}

/** The file in which series are remembered, and the log of the run. */
export interface SeriesTools {
  readonly settings: Settings;
  readonly stateFolder: string;
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
  readonly warn: (message: string) => void;
  /** Provider of a run that cannot change it. */
  readonly fixedProvider?: string | undefined;
}

/**
 * Returns the request of a book with the voice and the lexicons of the last book of its series, as far as the command line
 * names no others. A remembered voice is used with its provider only. Throws as `readBook` does.
 */
export async function seriesSpeech(
  request: NarrationRequest,
  named: NamedSpeech,
  tools: SeriesTools,
): Promise<SeriesSpeech> {
  const { settings, stateFolder, signal, say, warn } = tools;
  const { series, authors } = await bookTags({ ...request, signal });
  if (series === undefined) {
    warn(`${path.basename(request.bookFile)} names no series: --remember keeps nothing. --meta series=NAME names one.`);
    return { request, keep: async () => undefined };
  }
  const file = path.join(path.resolve(settings.get(stateFolderSetting) ?? stateFolder), 'series.json');
  const key = JSON.stringify([authors[0] ?? '', series]);
  const remembered = (await readMemory(file))[key];
  const used = remembered === undefined ? {} : await usedOf(remembered, named, tools);
  const keys = Object.keys(used);
  if (keys.length > 0) say(`From the series “${series}”: ${keys.join(', ')}`);
  const { provider, voice = request.voice, lexicon } = used;
  const lexicons = lexicon?.map((one) => ({ file: one })) ?? request.lexicons;
  return {
    request: { ...request, voice, lexicons },
    provider,
    keep: async (report) => {
      const files = lexicons?.flatMap((source) => ('file' in source ? [source.file] : [])) ?? [];
      await keepMemory(file, key, { provider: report.provider, voice: voice ?? report.voice, lexicons: files });
    },
  };
}

async function usedOf(remembered: Remembered, named: NamedSpeech, tools: SeriesTools): Promise<NamedSpeech> {
  const lexicon = named.lexicon === undefined ? await lexiconsOf(remembered, tools) : [];
  return { ...voiceOf(remembered, named, tools), ...(lexicon.length === 0 ? {} : { lexicon }) };
}

/** A voice belongs to its provider. */
function voiceOf({ provider, voice }: Remembered, named: NamedSpeech, tools: SeriesTools): NamedSpeech {
  if (named.voice !== undefined) return {};
  const { fixedProvider, settings, warn } = tools;
  const chosen = named.provider ?? fixedProvider ?? settings.get(providerSetting);
  if (chosen === undefined) return { provider, voice };
  if (isSameProvider(chosen, provider)) return { voice };
  warn(`The voice of the series, ${voice}, is one of ${provider}: it is not used with ${chosen}.`);
  return {};
}

async function lexiconsOf({ lexicons }: Remembered, { warn }: SeriesTools): Promise<readonly string[]> {
  const found = await Promise.all(lexicons.map(async (file) => await stat(file).catch(() => undefined)));
  const missing = lexicons.filter((_, index) => !found[index]);
  for (const file of missing) warn(`The lexicon of the series, ${file}, is not there any more.`);
  return lexicons.filter((_, index) => found[index]);
}

async function readMemory(file: string): Promise<z.infer<typeof fileSchema>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return fileSchema.safeParse(parseJson(text)).data ?? {};
}

async function keepMemory(file: string, key: string, remembered: Remembered): Promise<void> {
  const known = new Map(Object.entries(await readMemory(file)));
  known.delete(key);
  known.set(key, remembered);
  const latest = Object.fromEntries([...known].slice(-maxSeries));
  const text = `${JSON.stringify(latest, undefined, 2)}\n`;
  await writeFileAtomic(file, text, { makeFolder: true }).catch(() => undefined);
}
