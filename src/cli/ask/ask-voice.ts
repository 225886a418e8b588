import { toAudiobookError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { listProviders } from '../../pipeline/voices/list-providers.ts';
import { listVoices } from '../../pipeline/voices/list-voices.ts';
import type { VoiceList } from '../../pipeline/voices/list-voices.ts';
import { sayText } from '../../pipeline/say/say-text.ts';
import { playAudio } from '../play-audio.ts';
import type { ProcessContext } from '../process-context.ts';
import { cutToWidth } from '../view/progress-line.ts';
import { columnsFor, writeLines } from '../view/write-lines.ts';
import { ask } from './ask.ts';

/** The subject of a choice of voice. */
export interface VoiceQuestion {
  /** Provider that was chosen. Default: that of the run. */
  readonly provider: string | undefined;
  /** BCP-47 code of the book. */
  readonly language: string;
  /** Returns a passage of the book, to hear a voice with. */
  readonly passage: () => Promise<string>;
}

/** A speech provider that was chosen; undefined for the one that a conversion chooses itself. */
interface ChosenProvider {
  readonly provider: string | undefined;
  /** The providers that need something, as a line; empty without any. */
  readonly others: string;
}

/** Asks for a speech provider where there is a choice. */
export async function askProvider(context: ProcessContext, settings: Settings): Promise<ChosenProvider> {
  const listed = await listProviders(settings, context.signal);
  const usable = listed.filter(({ available, onlyWhenNamed }) => available && !onlyWhenNamed);
  const missing = listed.filter((one) => !usable.includes(one)).map(({ id }) => id);
  const others =
    missing.length === 0 ? '' : `Not set up: ${missing.join(', ')}. 'audiobook providers' says what each needs.\n`;
  if (usable.length < 2) return { provider: undefined, others };
  const room = columnsFor(context.stderr) - cursorColumns;
  const choices = [
    { name: 'the usual one (kokoro when its server responds, otherwise embedded)', value: undefined },
    ...usable.map(({ id, about }) => ({ name: cutToWidth(`${id}: ${about}`, room), value: id, short: id })),
  ];
  const question = { message: 'Speech provider', pageSize: 12, choices };
  const provider = await ask(
    context,
    async ({ select }, terminal) => await select<string | undefined>(question, terminal),
  );
  return { provider, others };
}

const cursorColumns = 4;

/** Asks for a voice, which can be heard first. Returns undefined for the best one. */
export async function askVoice(
  context: ProcessContext,
  settings: Settings,
  question: VoiceQuestion,
): Promise<string | undefined> {
  const { provider, language } = question;
  const list = await listVoices({ provider, language }, settings, context.signal).catch((thrown: unknown) => {
    writeLines(context.stderr, `Warning: ${toAudiobookError(thrown).message}\n`);
    return undefined;
  });
  if (!list || list.voices.length === 0) return undefined;
  for (;;) {
    const voice = await chooseVoice(context, list);
    if (voice === undefined || (await isTaken(context, settings, { ...question, voice }))) return voice;
  }
}

async function chooseVoice(context: ProcessContext, { voices, language }: VoiceList): Promise<string | undefined> {
  const best = { name: `the best one for ${language}`, value: undefined };
  const choices = voices.map(({ id, name, language: spoken, gender }) => ({
    name: [id, ...(name === id ? [spoken, gender] : [name])].filter((text) => text !== undefined).join('  '),
    value: id,
    short: id,
  }));
  const question = {
    message: 'Voice (type to find one)',
    pageSize: 10,
    source: (typed = '') => [best, ...choices].filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())),
  };
  return await ask(context, async ({ search }, terminal) => await search<string | undefined>(question, terminal));
}

/** Lets a voice be heard until it is taken or another one is asked for. */
async function isTaken(
  context: ProcessContext,
  settings: Settings,
  question: VoiceQuestion & { readonly voice: string },
): Promise<boolean> {
  const choices = [
    { name: 'take it', value: 'take' },
    { name: 'hear it', value: 'hear' },
    { name: 'choose another one', value: 'other' },
  ];
  for (let message = `Voice ${question.voice}`; ; message = `Heard ${question.voice}`) {
    const asked = { message, choices };
    const answer = await ask(context, async ({ select }, terminal) => await select<string>(asked, terminal));
    if (answer !== 'hear') return answer === 'take';
    await hear(context, settings, question).catch((thrown: unknown) => {
      if (context.signal.aborted) throw thrown;
      writeLines(context.stderr, `Warning: ${toAudiobookError(thrown).message}\n`);
    });
  }
}

async function hear(
  { environment, signal, stderr }: ProcessContext,
  settings: Settings,
  { provider, voice, language, passage }: VoiceQuestion & { readonly voice: string },
): Promise<void> {
  // The first words of a natural voice take seconds.
  stderr.write('Speaking a passage of the book\n');
  const text = await passage();
  const audio = await sayText({ text, language, voice, provider, speed: 1, format: 'wav', signal }, settings);
  await playAudio(audio, { format: 'wav', environment, signal });
}
