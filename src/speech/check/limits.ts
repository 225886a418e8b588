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

// answer-history.ts

/** Answers for which a service is watched after a wrong one. */
export const watchedAnswers = 50;

/** Wrong answers in a row after which no other answer is expected to be right. One text takes up to 30 requests. */
export const maxWrong = 40;

/** Share by which the sound of repeated answers may differ that agree. */
export const sameAnswerShare = 0.03;

// answer-wait.ts

/** Time without new work after which no more answers are expected. */
export const idleMs = 50;

/** Time to wait for an answer that is on its way, relative to the longest wait so far: good answers are stored soon. */
export const waitFactor = 3;

/** Shortest wait for an answer that is on its way. */
export const minWaitMs = 2000;

// heard-sounds.ts

/** Syllables of audio that no two texts share. */
export const minDistinctSyllables = 12;

/** Share of common words from which two longer texts may sound alike ("Chapter 21, …" and "Chapter Twenty-One, …"). */
export const maxCommonShare = 0.5;

/** Questions after which different answers are believed. */
export const maxQuestions = 4;

// judge-speech.ts

/** Uncertainty of a pace below which it counts as known. */
export const knownUncertainty = 0.1;

/** Evidence, as a difference of log-likelihoods, from which a sentence counts as missing. */
export const minEvidence = 2;

/** Longest silence within an answer that any voice may have. */
export const maxSilenceSeconds = 8;

/** Share of a text that voices may read in different ways. */
export const maxUncertainShare = 0.15;

/** Shorter ones occur by chance: "Gloves, left. Gloves, right." */
export const longRepetition = { seconds: 1.5, share: 0.4 };

// judge-whole-speech.ts

/** Standard deviations of the pace, where it is not known yet, by which the limits are wider. */
export const paceDeviations = 2;

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

/** Ends that show how a voice ends. */
export const minEnds = 5;

/** Share of abrupt ends of a voice that ends softly. */
export const maxAbruptShare = 0.04;

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

// repeats-itself.ts

/** Words of the shortest repetition that counts, and of the longest that is looked for. */
export const repeatedWords = { min: 3, max: 60 };

/** Share of the words that the second time has in the same places: "one hundred and one, one hundred and two". */
export const minRepeatedShare = 0.5;

// sample-rate-vote.ts

/** Answers in a row with one other rate after which the service is believed to have changed. */
export const enoughToChange = 8;

// service-trust.ts

/** Answers after a wrong one, and before it, that are compared with others to the same text. */
export const doubtedAnswers = 50;

/** Chance that this many answers agree on wrong audio. */
export const acceptedRisk = 0.002;

/** Least and most answers by which those that agree must exceed the others. */
export const leads = { min: 2, max: 5 };

/** Few answers say little about how often a service is wrong. */
export const assumedFaults = { faults: 0.5, answers: 10 };

/** Texts with two ways to be spoken that show that a service varies: this many, and such a share of the texts that were compared. */
export const varying = { min: 3, share: 0.4 };

// speech-check.ts

/** Answers after which a service counts as tried. */
export const triedSamples = 16;

// voice-pace.ts

/** Newest samples that count. */
export const maxPaceSamples = 64;

/** Uncertainty of the pace in a language, taken from another one. */
export const otherLanguageUncertainty = 0.3;

/** Uncertainty of the pace of texts that a voice may spell. */
export const spelledUncertainty = 0.9;
