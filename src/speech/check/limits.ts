// Numbers that decide whether an answer is right, by the file that uses them. A unit is the time of a Latin letter.

// agreement.ts

/** Share by which the sound of answers may differ from that of a service that never speaks a text in the same way twice. */
export const maxVariation = 0.12;

/** Fewer answers do not show that a service varies. */
export const minVaried = 3;

/** Answers of which at most half are the same show that a service has several ways to speak a text. */
export const minMixed = 6;

/** Lead of answers that are about as long, when no more are requested. */
export const lastLead = 2;

// heard-sounds.ts

/** Syllables of audio that no two texts share. */
export const minDistinctSyllables = 12;

/** Share of common words from which two longer texts may sound alike ("Chapter 21, …" and "Chapter Twenty-One, …"). */
export const maxCommonShare = 0.5;

/** Texts for which one sound may be kept: two may be mixed up, and are compared. A service that does it again is of no use. */
export const maxOwners = 2;

// judge-speech.ts

/** Limits of a length in standard deviations; missing speech is worse than drawn-out speech. */
export interface LengthLimits {
  readonly short: number;
  readonly long: number;
}

/** Of voices whose pace is known: about one good text in a thousand is beyond them (test/bench/clean-runs.mjs). */
export const knownLimits: LengthLimits = { short: 3.5, long: 4.5 };

/** While the pace is uncertain, a second answer decides, so little is needed to ask for it. */
export const unknownLimits: LengthLimits = { short: 2.2, long: 2.5 };

/** Of short texts, which differ more, and of which two answers are compared: half of a heading of ten letters is beyond them. */
export const shortLimits: LengthLimits = { short: 3, long: 4 };

/**
 * Lengths relative to the expected one that no ordinary text has. Of 163 texts of more than 60 letters, whole, the shortest had 0.89 and
 * the longest 1.3 (Piper).
 */
export const wrongLengths = { min: 0.6, max: 1.8 };

/** Uncertainty of a pace below which it counts as known. */
export const knownUncertainty = 0.1;

/** Evidence, as a difference of log-likelihoods, from which a sentence counts as missing. */
export const minEvidence = 2;

/** Longest silence within an answer that any voice may have. */
export const maxSilenceSeconds = 8;

/** Share of a text that voices may read in different ways. */
export const maxUncertainShare = 0.15;

// missing-sentence.ts

/** Longer texts are compared without one run of at most this many sentences. */
export const maxMissing = 6;

/** Beyond it the length says no more about which sentences are missing. */
export const maxLengthCost = 12;

/** A sentence end without a pause costs at most this, however regularly the voice pauses. */
export const maxUnpausedCost = 3;

/** Cost of a long pause inside a sentence, relative to a sentence end without a pause. */
export const surplusShare = 0.6;

/** Smallest deviation of a sentence end, in units. */
export const endUnits = 3;

// pace.ts

/** Variances of the log of the sound per unit, measured with five voices: of any text, and of a text of one unit. */
export const textVariance = 0.03 ** 2;

/** Single words are drawn out or clipped by as many units. */
export const isolationUnits = 2.5;

/** Texts of fewer units are not learned from, and count as this long. */
export const minPaceUnits = 8;

/** Largest uncertainty of a prior that was measured. */
export const measuredUncertainty = 0.1;

/** Pause at the end of a sentence of a voice that has not shown its own, in seconds. */
export const usualSentencePause = 0.35;

/** The assumption about a voice before its first sentence ends: it pauses at four of five. */
export const assumedPausing = { ends: 4, share: 0.8 };

/** Spread of a voice of few samples. */
export const unknownSpread = 1.2;

/** Spreads that are believed. */
export const spreadLimits = { min: 0.8, max: 1.6 };

/** A median further from the prior, in standard deviations, is not believed: most of the samples are wrong. */
export const maxPriorDeviations = 2.5;

/** Texts whose length alone shows that they were not cut, so that their ends are the voice's own. */
export const uncutUnits = 60;

/** Ends that show how a voice ends. Fewer of a voice that ends abruptly once in 16 texts may all be soft. */
export const minEnds = 16;

/** Share of abrupt ends of a voice that ends softly. */
export const maxAbruptShare = 0.02;

// plausible-pace.ts

/** Seconds of sound per unit that any sound can have: 350 and 70 English words a minute, pauses left out. */
export const possiblePace = { min: 0.033, max: 0.15 };

/**
 * Seconds per unit that speech usually has: 0.042 (French) to 0.079 (slow English) with 29 voices in 22 languages. Slower
 * speech is stretched, as by a wrong sample rate; of faster speech the syllables are counted.
 */
export const usualPace = { min: 0.044, max: 0.1 };

/**
 * Units per syllable that is heard. Whole speech has 2.7 to 5.2 in the median, whatever the language and the speed; half of
 * it has twice as many. Beyond the last a sound has no syllables: it is a tone.
 */
export const unitsPerSyllable = { cut: 5.6, tone: 25 };

/** Shorter texts vary too much. */
export const minPlausibleUnits = 40;

// doubled-words.ts

/** Words of the longest repetition that is looked for. */
export const maxRepeatedWords = 60;

// sample-rate-vote.ts

/** Newest answers that have a vote: eight in a row with one other rate show that the service has changed. */
export const votedAnswers = 15;

// service-trust.ts

/** Answers after a wrong one, and before it, that are compared with others to the same text. */
export const doubtedAnswers = 50;

/** Chance that this many answers agree on wrong audio. */
export const acceptedRisk = 0.002;

/** Least and most answers by which those that agree must exceed the others. */
export const leads = { min: 2, max: 5 };

/** Few answers say little about how often a service is wrong. */
export const assumedFaults = { faults: 0.5, answers: 10 };

/** Requests of a run since a text was settled, after which no other answer is expected to be right: ten texts that used up their fifteen. */
export const maxUnsettled = 150;

/** Texts with two ways to be spoken that show that a service varies: this many, and such a share of the texts that were compared. */
export const varying = { min: 3, share: 0.4 };

// verdict.ts

/** Answers that cannot be of the text, after which it is asked for in halves. One may be an accident, and a third would be as bad. */
export const maxSpoiled = 2;

/** The same for answers with the audio of other texts: more of them show which of two texts has an audio. */
export const maxOtherTexts = 4;

/**
 * Same answers that have what the voice's other audio has not, such as a hole, after which it is the voice's own. Of a service that
 * spoils one in five, two are so for one text in 25, four for one in 600.
 */
export const minUnusual = 4;

/** Answers, relative to the number that must agree, after which a service is not asked any more: at a lead of five, 15. */
export const maxAnswers = 3;

/** Share by which the sound of the halves may differ from that of the whole: less than one sentence of many. */
export const halvesAgreement = 0.06;

/** Share by which a right answer differs from a wrong one. Halves that are spoken alone are a little longer than the whole. */
export const provingShare = 0.15;

/** Log of the share by which two good answers to a short text may differ: a voice that varies says one word in 1.65 times the time of another take. */
export const shortVariation = 0.5;

// voice-pace.ts

/** Newest samples that count. */
export const maxPaceSamples = 64;

/** Uncertainty of the pace in a language, taken from another one. */
export const otherLanguageUncertainty = 0.3;

/** Uncertainty of the pace of texts that a voice may spell. */
export const spelledUncertainty = 0.9;
