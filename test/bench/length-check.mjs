// How well spoiled audio is told from good audio, with real speech of several engines:
//   npm run build && node test/bench/length-check.mjs
// Speaks sentences and paragraphs of test/books with espeak-ng, flite and festival (a missing engine is skipped), keeps the times
// of each answer in test/bench/.speech-times, and judges them as a run does. Exits with 1 when a bound is missed.
import { pacePrior } from '../../build/speech/check/pace-prior.js';
import { VoiceMemory } from '../../build/speech/check/voice-memory.js';
import { isMissing, speakAll, speakTriples, textsOf, voices } from './speech-corpus.mjs';

/** @typedef {import('../../src/speech/check/measure/measure-speech.ts').SpeechMeasure} SpeechMeasure */
/** @typedef {import('./speech-corpus.mjs').Spoken} Spoken */
/** @typedef {import('./speech-corpus.mjs').EngineVoice} EngineVoice */

const headings = [
  'voice',
  'texts',
  'false alarms',
  'halves > 60',
  'run of 5ths',
  'poisoned',
  'triples',
  'false alarms',
  'dropped',
  'run of 5ths',
  'all half',
  'asked again',
];
const totals = {
  texts: 0,
  alarms: 0,
  halves: 0,
  caught: 0,
  drops: 0,
  dropsCaught: 0,
  runs: 0,
  runsCaught: 0,
  poison: 0,
  poisonCaught: 0,
  runDrops: 0,
  runDropsCaught: 0,
  allHalves: 0,
  allHalvesCaught: 0,
  slight: 0,
};
console.log(headings.map((heading) => heading.padEnd(20)).join(''));
for (const voice of voices) {
  if (await isMissing(voice)) console.log(`${voice.name}: not installed, skipped`);
  else await report(voice);
}
process.exit(verdict() ? 0 : 1);

/** @param {EngineVoice} voice */
async function report(voice) {
  const texts = await speakAll(voice, await textsOf(voice.language));
  const triples = await speakTriples(voice, texts);
  const alone = await judgeKnown(voice, texts, (spoken) => spoken.times.half);
  const long = alone.filter(({ text }) => text.length > 60);
  const fifths = await judgeRuns(voice, texts, (index) => index % 5 === 0);
  const poisoned = await judgeRuns(voice, texts, (index) => (index * 7919) % 100 < 15);
  const wholes = triples.map(({ whole }) => whole);
  const drops = (
    await Promise.all(
      [0, 1, 2].map((place) =>
        judgeKnown(
          voice,
          [...texts, ...wholes],
          (spoken) => triples.find(({ whole }) => whole === spoken)?.drops[place],
        ),
      ),
    )
  ).flatMap((judged) => judged.filter(({ wrong }) => wrong !== undefined));
  const triplesAlone = await judgeKnown(voice, [...texts, ...wholes], () => undefined);
  const triplesAlarms = triplesAlone.slice(texts.length).filter(({ alarm }) => alarm).length;
  const mixed = triples.map(({ whole, drops: [, middle] }) => ({
    ...whole,
    times: { whole: whole.times.whole, half: middle ?? whole.times.half },
  }));
  const runDrops = await judgeRuns(voice, mixed, (index) => index % 5 === 0);
  const allHalves = await judgeRuns(voice, texts, () => true);
  const slight = alone.filter(({ isSlight }) => isSlight).length;
  const alarms = alone.filter(({ alarm }) => alarm).length;
  add('texts', texts.length + triples.length, 'alarms', alarms + triplesAlarms);
  add('halves', long.length, 'caught', long.filter(({ wrong }) => wrong).length);
  add('runs', fifths.bad, 'runsCaught', fifths.caught);
  add('poison', poisoned.bad, 'poisonCaught', poisoned.caught);
  add('drops', drops.length, 'dropsCaught', drops.filter(({ wrong }) => wrong).length);
  add('runDrops', runDrops.bad, 'runDropsCaught', runDrops.caught);
  add('allHalves', allHalves.bad, 'allHalvesCaught', allHalves.caught);
  totals.slight += slight;
  const cells = [
    voice.name,
    texts.length,
    share(alarms, texts.length),
    share(long.filter(({ wrong }) => wrong).length, long.length),
    `${share(fifths.caught, fifths.bad)} (${fifths.alarms})`,
    `${share(poisoned.caught, poisoned.bad)} (${poisoned.alarms})`,
    triples.length,
    share(triplesAlarms, triples.length),
    share(drops.filter(({ wrong }) => wrong).length, drops.length),
    `${share(runDrops.caught, runDrops.bad)} (${runDrops.alarms})`,
    share(allHalves.caught, allHalves.bad),
    share(slight, texts.length),
  ];
  console.log(cells.map((cell) => String(cell).padEnd(20)).join(''));
}

/** @param {keyof typeof totals} all @param {number} count @param {keyof typeof totals} found @param {number} hits */
function add(all, count, found, hits) {
  totals[all] += count;
  totals[found] += hits;
}

function verdict() {
  const {
    texts,
    alarms,
    halves,
    caught,
    runs,
    runsCaught,
    poison,
    poisonCaught,
    drops,
    dropsCaught,
    runDrops,
    runDropsCaught,
    allHalves,
    allHalvesCaught,
    slight,
  } = totals;
  const bounds = /** @type {const} */ ([
    ['false alarms at most 0.5 %', alarms / texts <= 0.005, share(alarms, texts)],
    ['halves of texts over 60 characters caught, at least 99 %', caught / halves >= 0.99, share(caught, halves)],
    ['the same when every fifth answer is half, from the first on', runsCaught / runs >= 0.99, share(runsCaught, runs)],
    ['15 % halves: all caught', poisonCaught === poison, share(poisonCaught, poison)],
    ['a sentence of three dropped, caught at least 90 %', dropsCaught / drops >= 0.9, share(dropsCaught, drops)],
    [
      'the same when it is dropped from every fifth answer, from the first on',
      runDropsCaught / runDrops >= 0.9,
      share(runDropsCaught, runDrops),
    ],
    [
      'all answers half from the first on: caught, at least 95 %',
      allHalvesCaught / allHalves >= 0.95,
      share(allHalvesCaught, allHalves),
    ],
    ['good texts asked for once more, at most 8 %', slight / texts <= 0.08, share(slight, texts)],
  ]);
  console.log('');
  for (const [bound, holds, figure] of bounds)
    console.log(`${holds ? 'ok    ' : 'MISSED'} ${figure.padEnd(18)} ${bound}`);
  return bounds.every(([, holds]) => holds);
}

/** Judges each text by a voice that has heard all texts once, whole. @param {EngineVoice} voice @param {readonly Spoken[]} texts @param {(spoken: Spoken) => SpeechMeasure | undefined} spoil */
async function judgeKnown({ name }, texts, spoil) {
  const check = await heard(name, texts);
  const judged = [];
  for (const spoken of texts) {
    const found = check.judge({ ...spoken, speech: spoken.times.whole });
    const spoiled = spoil(spoken);
    const wrong = spoiled && (isRefused(check.judge({ ...spoken, speech: spoiled })) || spoiled.seconds === 0);
    judged.push({ text: spoken.text, alarm: isRefused(found), isSlight: found?.grade === 'slight', wrong });
  }
  return judged;
}

/** @param {string} name @param {readonly Spoken[]} texts */
async function heard(name, texts) {
  const check = new VoiceMemory({ prior: pacePrior(...splitName(name)) });
  for (const spoken of texts) check.judge({ ...spoken, speech: spoken.times.whole });
  return check;
}

/**
 * Judges the answers of five runs, each with other spoiled answers.
 * @param {EngineVoice} voice @param {readonly Spoken[]} all @param {(index: number) => boolean} isSpoiled
 */
async function judgeRuns({ name }, all, isSpoiled) {
  const texts = all.filter(({ text }) => text.length > 60);
  const counts = { bad: 0, caught: 0, alarms: 0 };
  for (let first = 0; first < 5; first += 1) {
    const check = new VoiceMemory({ prior: pacePrior(...splitName(name)) });
    const answers = [...texts.slice(first), ...texts.slice(0, first)].map((spoken, index) => {
      const isBad = isSpoiled(index);
      return { ...spoken, isBad, speech: isBad ? spoken.times.half : spoken.times.whole };
    });
    for (const { isBad, ...answer } of answers) {
      const isCaught = isRefused(check.judge(answer));
      counts.bad += isBad ? 1 : 0;
      counts.caught += isBad && isCaught ? 1 : 0;
      counts.alarms += !isBad && isCaught ? 1 : 0;
    }
  }
  return counts;
}

/** A slight problem only asks for another answer. @param {import('../../src/speech/check/judge-speech.ts').SpeechProblem | undefined} problem */
function isRefused(problem) {
  return problem !== undefined && problem.grade !== 'slight';
}

/** @param {string} name @returns {[string, string]} */
function splitName(name) {
  const [provider = '', voice = ''] = name.split(' ');
  return [provider, voice];
}

/** @param {number} count @param {number} all */
function share(count, all) {
  return `${count}/${all} ${((100 * count) / Math.max(1, all)).toFixed(1)} %`;
}
