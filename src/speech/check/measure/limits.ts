// Numbers that decide what is measured in a sound, by the file that uses them. Levels are in decibels, frames are of 10 ms.

// contains-noise.ts

/** Frames of 10 ms in a block, and blocks in the shortest stretch that counts: 2 s. Nobody holds a sound as evenly for so long. */
export const steadyBlock = { frames: 50, count: 4 };

/** Difference between the quietest and the loudest frame of a steady stretch, in decibels. Speech has 20 and more. */
export const maxSteadyRange = { noise: 6, tone: 1.5 };

/** Decibels below the loud frames: the noise in pauses is quieter. */
export const heardRange = 15;

/** Level that even loudly mastered voices seldom reach. Samples of which the bytes are swapped are at -4 dB, however quiet the speech is. */
export const fullLevel = -8;

/** Frames at full level, within a second, that are worth a closer look. */
export const fullFrames = { frames: 30, within: 100 };

/** Similarity of white noise with itself a sample later. Vowels are near 1. */
export const maxWhiteSimilarity = 0.35;

/** Share of such frames that must be white. */
export const minWhiteShare = 0.8;

/** Number of them that are looked at for a period: at half of them there must be none. */
export const noisePlaces = 8;

// count-syllables.ts

/** Decibels by which a syllable rises above what is before it and after it. */
export const minSyllableRise = 2.5;

/** Decibels above the silence that a syllable reaches at least. */
export const minSyllableLevel = 13;

/** Frames on either side that a level is averaged with, so that single periods of a low voice do not count. */
export const smoothedFrames = 2;

/** Shorter sounds may be one drawn-out vowel. */
export const minToneSeconds = 2;

/** Syllables a second, pauses included. Of 489 answers of 60 voices in 14 languages the slowest had 1.9. A tone, a hum or a chord has none. */
export const minSyllableRate = 0.5;

// frame-levels.ts

/** Decibels below the loud frames where silence begins in a clean recording. */
export const cleanRange = 38;

/** The same in a recording with noise. */
export const noisyRange = 26;

/** Decibels above the noise at which silence ends. */
export const noiseMargin = 6;

/** One frame in twenty is louder than the loud ones. */
export const loudShare = 0.95;

/** One frame in fifty is quieter than the quiet ones. */
export const quietShare = 0.02;

/** One frame in five is quieter where a voice pauses or speaks a consonant. Another voice fills most of them. */
export const restShare = 0.2;

// is-copied.ts

/** The range in which the copy is looked for: sound begins anywhere in a frame. */
export const maxCopyShiftFrames = 2;

/** Time that shows whether a shift is worth a closer look. A steady tone is like itself at many of them. */
export const copyGlance = { seconds: 0.05, minSimilarity: 0.9 };

/** Time by which the best of these shifts is found. */
export const copyLookSeconds = 0.4;

/** Similarity of samples with their copy, after a codec too. A voice that says a word twice stays far below it. */
export const minCopySimilarity = 0.95;

// is-noise.ts

/** Range of the level of a steady sound between its quietest and loudest tenth, in decibels. Speech has 15 and more, noise 3. */
export const maxNoiseRange = 7.5;

/** The outer tenths of the levels, which are left out. */
export const tenth = 0.1;

/** Number of places in the sound that are looked at. */
export const places = 16;

// is-periodic.ts

/** Similarity of a sound with itself a period later. Vowels and tones are near 1, noise is below 0.2. */
export const minPeriodicity = 0.35;

// is-same-speech.ts

/** Time by which answers may begin or end apart: services add noise, encoders shift the sound. */
export const maxAnswerShiftFrames = 3;

/** Correlation of the levels of the same speech, whatever its noise. */
export const minSameCorrelation = 0.97;

/** Frames, and the mean difference of their levels in decibels, that the same speech never has: shorter than a word, louder than noise in a pause. */
export const otherStretch = { frames: 10, difference: 20 };

/** Levels below the loudest, in decibels, that count. */
export const envelopeRange = 40;

// looped-spans.ts

/** Time after which a sound may begin again, in frames of 10 ms. */
export const loopLags = { min: 20, max: 1000 };

/** Shortest loop, in frames. */
export const minLoopFrames = 50;

/** Share of a span that follows it again at once, at least. */
export const minLoopShare = 0.8;

/** Difference between the levels of a sound and of its copy in decibels: frames are not aligned with it. */
export const maxLoopDifference = 1.2;

/** Frames at the end of a span that are left out. */
export const loopEdge = 3;

/** Weight of the differences before, with each new one. */
export const loopDecay = 0.9;

/** Differences longer ago do not count. */
export const loopMemoryFrames = 40;

/** Longest loops that are worth a closer look. */
export const maxLoops = 3;

/** Frames that show that a sound is not there again, and the most that their differences can be together where it is. */
export const loopGlance = { frames: 10, maxDifference: 24 };

/** Variance of the levels of a sound, pauses left out, in square decibels. A steady sound is like itself at any time. */
export const minLoopVariance = 9;

// loudness-range.ts

/** Stretch of sound whose loudness is looked at, and the distance of one from the next, in frames. */
export const loudnessStretch = { frames: 200, step: 50 };

/** Share of the frames of a stretch that are not louder than its loud ones. */
export const stretchLoudShare = 0.9;

// measure-speech.ts

/** Shorter silences are consonants. */
export const minPauseFrames = 8;

/** Peaks below this (of 32767, about -50 dB) are silence. */
export const silencePeak = 100;

/** Audio of fewer syllables is not compared with other audio. */
export const minComparedSyllables = 3;

/** Decibels below the loud frames that the last sounding frame of cut speech still reaches. */
export const abruptRange = 15;

/** Decibels below the loud frames at which audio may end. Of 403 answers of Piper and Kokoro the loudest end was 22 dB below them. */
export const endRange = 20;

/** Codecs blur the samples at full scale: of those that were cut off, two in three are this close to it afterwards. */
export const fullScale = { peak: 32_000, least: 29_000 };

/** Share of the samples at full scale, pauses included, of the whole and of a stretch. Of loudly mastered speech it is a few percent. */
export const maxClippedShare = { whole: 0.25, stretch: 0.4 };

/** Length of a stretch, in seconds. */
export const clippedStretchSeconds = 2;

// repeated-spans.ts

/** Shortest repetition, in frames of 10 ms. Shorter ones are words like "no, no". */
export const minRepeatedFrames = 40;

/** Longest repetition that is looked for. */
export const maxRepeatedFrames = 3000;

/** Correlation of the levels of a span with those after it. Different sentences of a voice reach 0.9, the same one is above 0.94. */
export const minRepeatedCorrelation = 0.93;

/** Share of the span that must be there a second time. */
export const minPresent = 0.75;

/** Correlation that the beginnings must have. It separates most spans. */
export const minBeginning = 0.8;

/** Variance of the levels of sounds that can be distinguished, in square decibels. Steady sounds are all alike. */
export const minRepeatedVariance = { whole: 9, beginning: 1 };

// voice-pitch.ts

/** Rate to which the sound is reduced, at least: the pitch of a voice is known to a few percent then, which is enough. */
export const pitchRate = 4000;

/** Sound that is compared with itself a period later, in seconds. */
export const pitchWindowSeconds = 0.025;

/** Frames that are looked at, and how many of them must have a pitch. */
export const pitchPlaces = { looked: 24, least: 8 };

/** Decibels below the loud frames in which vowels are. */
export const vowelRange = 10;

/** Similarity of a vowel with itself a period later, and that of the first period relative to the best of several. */
export const minPitchSimilarity = { vowel: 0.7, first: 0.9 };
