import { count, languageName, size, timeInWords, timeOfDay } from './shell/words.ts';

/** All words of the page. Another language is another object of this shape. */
export const strings = {
  name: 'Audiobook',
  skip: 'Skip to the content',
  nav: 'Places',
  places: { make: 'Make', now: 'Now', library: 'Library' },
  close: 'Close',
  cancel: 'Cancel',
  again: 'Try again',
  drop: {
    title: 'Drop a book. It is read to you here.',
    hint: 'EPUB, PDF, Word, text and more. Several at once are fine.',
    choose: 'Choose a book',
    paste: 'Paste text',
    pasteLabel: 'Text to read aloud',
    pasteTitle: 'Title',
    pasteName: 'Pasted text',
    pasteDone: 'Continue',
    over: 'Let go to read this book',
  },
  draft: {
    sending: (part: number) => `Sending the book, ${Math.floor(part * 100)} percent`,
    reading: 'Reading the book',
    readingLong: 'Reading the book. Scanned pages take a few seconds each.',
    starting: (part: number) => `Handing the book over, ${Math.floor(part * 100)} percent`,
    of: (place: number, all: number) => `Book ${place} of ${all}`,
    title: 'Title',
    author: 'Author',
    drop: 'Not this book',
    make: 'Make the audiobook',
    makeAll: (all: number) => `Make all ${all} like this`,
    cover: (title: string) => `Cover of ${title}`,
    noAuthor: 'Author unknown',
  },
  sentence: {
    chapters: (chosen: number, all: number) =>
      chosen === all ? count(all, 'chapter') : `${chosen} of ${count(all, 'chapter')}`,
    length: (seconds: number) => `about ${timeInWords(seconds)}`,
    by: 'by',
    voiceOfProvider: 'the usual voice',
    as: 'as',
    ready: (seconds: number) => `Ready in about ${timeInWords(seconds)}.`,
    free: 'It costs nothing.',
    costs: (amount: number, currency: string, provider: string) =>
      `It costs about ${amount.toLocaleString('en', { style: 'currency', currency })} (${provider}).`,
    billed: (amount: number, unit: string, provider: string) => `${provider} bills ${count(amount, unit)}.`,
    listen: 'You can listen while it is made.',
    updating: 'Counting again',
    details: 'Tags and cover',
  },
  units: { characters: 'character', tokens: 'token' },
  panels: {
    chapters: 'Chapters',
    voice: 'Voice',
    reading: 'What is read',
    file: 'File',
    details: 'Tags and cover',
  },
  chapters: {
    all: 'All',
    none: 'None',
    words: (words: number, seconds: number) => `${count(words, 'word')}, ${timeInWords(seconds)}`,
    leftOut: 'Left out',
    leftOutHint: 'Tick a part to have it read.',
    reason: (reason: string) => reasons[reason] ?? reason,
  },
  voices: {
    provider: 'Speech from',
    language: 'Language',
    usual: 'The best one for the book',
    hear: (name: string) => `Hear ${name} speak a sentence of this book`,
    stop: 'Stop',
    none: (language: string) =>
      `No voice for ${languageName(language)} here. Choose another source of speech or language.`,
    loading: 'Asking for voices',
    free: 'free',
    paid: 'paid',
    gender: { female: 'female', male: 'male' },
    failed: (why: string) => `This voice could not be heard. ${why}`,
  },
  reading: {
    label: 'The voice reads',
    asWritten: 'the book as it is',
    tasks: {
      audiobook: 'the book, prepared for listening',
      direct: 'the book, without a model',
      lecture: 'a lecture about it',
      meditation: 'a meditation about it',
      podcast: 'a podcast about it',
      summary: 'a summary of it',
    },
    short: {
      audiobook: 'prepared for listening and read',
      direct: 'read as written',
      lecture: 'told as a lecture',
      meditation: 'told as a meditation',
      podcast: 'told as a podcast',
      summary: 'summed up',
    },
    model: 'Written by',
    noModels: 'No language model is set up. Start Ollama or set a key of a vendor, then reload.',
    translate: 'Translate first',
    noTranslation: 'Not translated',
    translated: (language: string) => `in ${language}`,
    scanned: 'The pages are pictures: recognize their text',
  },
  file: {
    format: 'Format',
    formats: {
      m4b: 'M4B: one file with chapters and cover, for book players',
      mp3: 'MP3: plays everywhere',
      opus: 'Opus: smallest',
      flac: 'FLAC: no loss, large',
      wav: 'WAV: no loss, largest',
    },
    chapters: 'One file per chapter',
    perChapter: 'one file per chapter',
    srt: 'Subtitles as SRT',
    vtt: 'Subtitles as WebVTT',
    readAlong: 'Read-along EPUB that marks each sentence',
    subtitles: 'with subtitles',
    readAlongShort: 'with a read-along EPUB',
    gaps: 'Go on when a passage cannot be spoken',
  },
  tags: {
    narrator: 'Narrator',
    year: 'Year',
    series: 'Series',
    cover: 'Choose another cover',
    ownCover: 'Use the cover of the book',
  },
  errors: {
    password: 'This PDF has a password.',
    wrongPassword: 'That password does not open it.',
    passwordLabel: 'Password of the PDF',
    open: 'Open',
    another: 'Choose another book',
    recognize: 'Recognize the text of its pictures',
    titles: {
      'book-drm': 'This book is locked to a shop.',
      'book-damaged': 'This file is damaged.',
      'book-unsupported': 'This is not a book that can be read here.',
      'book-no-text': 'This book has no text.',
      'book-too-large': 'This book is too large.',
      'upload-too-large': 'This file is too large.',
      unreachable: 'The service cannot be reached.',
      'quota-exceeded': 'Your limit is used up.',
      busy: 'Too much is going on at the moment.',
      'disk-full': 'The disk of the service is full.',
      'provider-unavailable': 'The speech service does not answer.',
      'provider-failed': 'The speech service failed.',
      'model-unavailable': 'The language model does not answer.',
    } as Readonly<Record<string, string>>,
    other: 'That did not work.',
  },
  job: {
    all: 'Now',
    nothing: 'Nothing is being made.',
    others: 'Also here',
    loading: 'Asking how far it is',
    queued: 'Waiting for its turn.',
    reading: 'Reading the book.',
    writing: (track: number) => `Writing the words of chapter ${track}.`,
    finishing: 'Putting the file together.',
    passages: ({ done, total }: { readonly done: number; readonly total: number }) =>
      `${done} of ${count(total, 'passage')}`,
    retry: ({ reason, attempt, at }: { readonly reason: string; readonly attempt: number; readonly at: string }) =>
      `A request failed: ${reason}${/[.!?]$/u.test(reason) ? '' : '.'} It is sent again at ${timeOfDay(at)}, attempt ${attempt + 1}.`,
    speaking: ({ track, chapters, etaSeconds }: Speaking) => {
      const left = etaSeconds === undefined ? '' : `, ${leftInWords(etaSeconds)} left`;
      return `Chapter ${track} of ${chapters}${left}.`;
    },
    waiting: ({ reason, since, until }: Waiting) => {
      const end = until === undefined ? '' : ` It is given up at ${timeOfDay(until)}.`;
      return `Waiting since ${timeOfDay(since)}: ${reason}${/[.!?]$/u.test(reason) ? '' : '.'}${end}`;
    },
    states: {
      scripted: 'The script is written. It can be read and changed before it is spoken.',
      done: 'It is finished.',
      failed: 'That did not work.',
      canceled: 'It was canceled.',
    },
    lost: 'The service cannot be reached. It goes on with the book meanwhile; this page asks again.',
    cancel: 'Stop making it',
    remove: 'Remove',
    withGaps: 'Try again and allow gaps',
    withEmbedded: 'Try again with the voice of this program',
    open: 'Open it',
    warnings: (all: number) => count(all, 'note'),
  },
  player: {
    name: (title: string) => `Player: ${title}`,
    play: 'Play',
    pause: 'Pause',
    back: (seconds: number) => `Back ${seconds} seconds`,
    forward: (seconds: number) => `Forward ${seconds} seconds`,
    previous: 'Previous chapter',
    next: 'Next chapter',
    position: 'Position in the book',
    at: (at: string, all: string) => `${at} of ${all}`,
    of: (all: string) => `of about ${all}`,
    rate: 'Speed',
    sleep: 'Sleep timer',
    sleepOff: 'Sleep',
    sleepEnd: 'No timer',
    sleepIn: (minutes: number) => `in ${minutes} minutes`,
    sleepChapter: 'after this chapter',
    sleepLeft: (left: number | 'chapter') => (left === 'chapter' ? 'this chapter' : `${left} min left`),
    failed: 'The sound cannot be played. It may have been removed, or the connection is gone.',
    stalled: 'Waiting for the next words.',
    soon: 'You can listen as soon as the first sentence is spoken.',
  },
  keys: {
    title: 'Keys',
    list: [
      ['Space', 'Play or pause'],
      ['← →', 'Back 15, forward 30 seconds'],
      [', .', 'Slower, faster'],
      ['p n', 'Previous, next chapter'],
      ['↑ ↓', 'In the text: previous, next sentence'],
      ['?', 'This list'],
    ],
  },
  library: {
    search: 'Search',
    sort: 'Order',
    orders: {
      added: 'newest first',
      heard: 'last heard first',
      title: 'by title',
      author: 'by author',
      series: 'by series',
      length: 'longest first',
    },
    books: (all: number) => count(all, 'book'),
    empty: 'No finished book yet.',
    noMatch: 'No book with these words.',
    loading: 'Opening the library',
    left: (seconds: number) => `${timeInWords(seconds)} left`,
  },
  listen: {
    chapters: 'Chapters',
    text: 'Text. The arrow keys up and down go from sentence to sentence.',
    noText: 'The times of the sentences are not known for this book.',
    files: 'Files',
    remove: 'Remove this book',
    sure: 'Remove it with all its files?',
    removeNow: 'Remove it',
    keepOffline: (bytes: number) => `Keep on this device (${size(bytes)})`,
    keeping: (part: number) => `Keeping it, ${Math.floor(part * 100)} percent`,
    kept: 'On this device. Take it off',
    offline: 'No connection: you hear what is kept on this device.',
  },
  token: {
    title: 'This service asks for a token',
    hint: 'The person who runs it has one for you. It is asked once and kept where no script can read it.',
    label: 'Token',
    wrong: 'That token is not known here.',
    enter: 'Enter',
    leave: 'Forget my token',
  },
  size,
} as const;

interface Speaking {
  readonly track: number;
  readonly chapters: number;
  readonly etaSeconds?: number | undefined;
}

interface Waiting {
  readonly reason: string;
  readonly since: string;
  readonly until?: string | undefined;
}

/** A rough time, so that the words do not change every second. */
function leftInWords(seconds: number): string {
  return seconds < 60 ? 'less than a minute' : `about ${timeInWords(seconds)}`;
}

const reasons: Readonly<Record<string, string>> = {
  cover: 'cover',
  'title-page': 'title page',
  copyright: 'copyright notice',
  contents: 'table of contents',
  index: 'index',
  advertisement: 'advertisement',
  'page-list': 'list of pages',
  bibliography: 'bibliography',
  links: 'list of links',
  navigation: 'navigation',
  notes: 'notes',
  licence: 'licence',
};
