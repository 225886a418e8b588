import { z } from 'zod';
import { chapterList, chapterName } from './chapter-list.ts';
import { expectedVerify, verifySchema } from './verify-mode.ts';
import { switchSchema, underHeading } from './option.ts';
import { expectedAnnouncement, parseAnnouncement } from './parse-announcement.ts';
import { parsePauses } from './parse-pauses.ts';
import { expectedVoices, parseVoices } from './parse-voices.ts';
import {
  checkedText,
  durationSchema,
  expectedDuration,
  expectedLanguage,
  expectedPatience,
  languageSchema,
  patienceSchema,
  wholeNumber,
} from './text-schemas.ts';

/** A chapter in options: its number or its title. */
const chapterSchema = z.string().max(300).transform(chapterName);
const expectedChapter = 'a number or a title of a chapter, at most 300 characters';

/** Options about which chapters are converted. */
export const chapterOptions = underHeading('Speech', ['chapters'], {
  chapters: {
    flag: '--chapters <list>',
    field: 'chapters',
    label: 'chapter list',
    schema: z.string().max(1000).transform(chapterList),
    description: 'convert only these chapters: numbers, ranges and titles, for example 1,3-5,Prologue,"The Bridge"',
    defaultNote: 'all',
  },
  chaptersMatching: {
    flag: '--chapters-matching <pattern>',
    field: 'chapters_matching',
    label: 'pattern',
    schema: z.string().max(202),
    expected: 'at most 200 characters',
    description: 'convert only chapters whose title matches, for example "/^letter \\d+/i" (syntax of RE2)',
  },
  fromChapter: {
    flag: '--from <chapter>',
    field: 'from_chapter',
    label: 'chapter',
    schema: chapterSchema,
    expected: expectedChapter,
    description: 'begin with this chapter, by number or title',
  },
  toChapter: {
    flag: '--to <chapter>',
    field: 'to_chapter',
    label: 'chapter',
    schema: chapterSchema,
    expected: expectedChapter,
    description: 'end with this chapter, by number or title',
  },
  maxChapters: {
    flag: '--max-chapters <count>',
    field: 'max_chapters',
    label: 'number of chapters',
    schema: wholeNumber(1, 100_000),
    description: 'convert at most this many chapters, counted from the first',
    defaultNote: 'no limit',
  },
});

/** Options about what is spoken and with which voice. */
export const speechOptions = underHeading('Speech', ['voice', 'language', 'speed', 'lexicon', 'cast'], {
  voice: {
    flag: '--voice <id>',
    field: 'voice',
    schema: checkedText(500, parseVoices),
    expected: `${expectedVoices}; at most 500 characters`,
    description:
      'voice of the speech provider; of those inside the program also best, fast or plain; or voices by language such as en=af_heart,fr=ff_siwis, or of a podcast: host=af_heart,guest=am_adam',
    defaultNote: 'the best one for each language',
  },
  language: {
    flag: '--language <code>',
    field: 'language',
    schema: languageSchema,
    expected: expectedLanguage,
    description: 'BCP-47 language code of the text',
    defaultNote: 'the language of the book',
  },
  ...chapterOptions,
  languageSwitch: {
    flag: '--language-switch <mode>',
    field: 'language_switch',
    schema: z.enum(['on', 'off']),
    description: 'give passages in another language to a voice of that language; off gives everything to one voice',
    default: 'on',
  },
  cast: {
    flag: '--cast <file>',
    field: 'cast',
    schema: z.string().max(100_000),
    expected: 'auto or a cast file, at most 100000 characters',
    description:
      'give the people in dialogue voices of their own: auto, with a cast file beside the book, or a cast file to use and keep',
    fieldNote: 'auto, or the text of a cast file',
    isPath: true,
  },
  speed: {
    flag: '--speed <factor>',
    field: 'speed',
    schema: z.coerce.number().min(0.8).max(1.5),
    description: 'speed relative to that of the voice; the pitch stays',
    default: 1,
  },
  pauses: {
    flag: '--pauses <list>',
    field: 'pauses',
    schema: z.string().max(200).transform(parsePauses),
    description:
      'silence after sentences, paragraphs and more: tight, normal or wide, or single ones, for example wide,chapter=3s or ' +
      'sentence=300ms,paragraph=0.8s,heading=1.5s,scene=2s; with sentence, each one is a request of its own',
    defaultNote: 'normal',
  },
  announceChapters: {
    flag: '--announce-chapters',
    field: 'announce_chapters',
    schema: switchSchema,
    description: 'begin each chapter with its title, where its text does not',
  },
  intro: {
    flag: '--intro <text>',
    field: 'intro',
    schema: checkedText(1000, parseAnnouncement),
    expected: expectedAnnouncement,
    description: 'speak this before the first chapter, for example "{title}, by {author}."',
  },
  outro: {
    flag: '--outro <text>',
    field: 'outro',
    schema: checkedText(1000, parseAnnouncement),
    expected: expectedAnnouncement,
    description: 'speak this after the last chapter, for example "This was {title}."',
  },
  lexicon: {
    flag: '--lexicon <file>',
    field: 'lexicon',
    schema: z.array(z.string().max(100_000)).max(10),
    expected: 'at most 10 lexicons, of at most 100000 characters each',
    description: 'pronunciations of names and words, in YAML or W3C PLS; may be repeated',
    fieldNote: 'the text of the lexicon itself, at most 100000 characters',
    isPath: true,
  },
  verify: {
    flag: '--verify <mode>',
    field: 'verify',
    label: 'mode of verification',
    schema: verifySchema,
    expected: expectedVerify,
    description:
      'listen to the audio with a recognizer, and speak faulty passages again: off, doubtful (audio of odd length), listen (all of it) or a number of random segments',
    defaultNote: 'doubtful when a recognizer is installed, otherwise off',
  },
  allowGaps: {
    flag: '--allow-gaps',
    field: 'allow_gaps',
    schema: switchSchema,
    description: 'continue when the provider or a language model fails on a passage; the report lists the gaps',
    fieldNote: 'the header X-Audiobook-Gaps counts them',
  },
});

/** Options about the speech provider and how it is called. */
export const providerOptions = underHeading('Speech', ['provider'], {
  provider: {
    flag: '--provider <id>',
    field: 'tts_provider',
    label: 'speech provider',
    schema: z.string().max(50),
    expected: 'the id of a speech provider, at most 50 characters',
    description: 'speech provider, by id or alias',
    setting: 'TTS_PROVIDER',
    defaultNote: 'TTS_PROVIDER, otherwise kokoro when its server responds, otherwise embedded',
  },
  concurrency: {
    flag: '--concurrency <count>',
    cliOnly: 'service',
    schema: wholeNumber(1),
    description: 'parallel requests to the speech provider',
    defaultNote: 'adapts during the run',
  },
  patienceMs: {
    flag: '--patience <duration>',
    cliOnly: 'service',
    label: 'patience',
    schema: patienceSchema,
    expected: expectedPatience,
    description: 'wait this long for a speech provider that stops working; 0 waits without end',
    setting: 'TTS_PATIENCE',
    defaultNote: 'TTS_PATIENCE, otherwise 5m',
  },
  waitForProviderMs: {
    flag: '--wait-for-provider <duration>',
    cliOnly: 'service',
    label: 'waiting time',
    schema: durationSchema.transform((seconds) => Math.round(seconds * 1000)),
    expected: expectedDuration,
    description: 'wait this long for a speech provider that is still starting, for example 5m',
    old: '--wait',
  },
});

/** Options of a list of voices. */
export const voiceListOptions = {
  provider: { ...providerOptions.provider, field: 'provider' },
  language: {
    ...speechOptions.language,
    description: 'only voices for this BCP-47 language',
    defaultNote: 'all',
  },
} as const;
