import type { SpeakerFacts } from './voice-kind.ts';

/**
 * The speakers of Kokoro 1.0: the author's grade (VOICES.md of hexgrad/Kokoro-82M; `-` for none), and integrated loudness in LUFS (EBU R128),
 * measured on 2026-11-27 with the trained weights: mean of three sentences of 3 to 9 s in the speaker's language, the same for all speakers
 * of a language, which differ by 0.4 LU on average. Last, seconds of speech for a unit of `speechUnits`, measured on 2026-11-28: in English three
 * sentences by each speaker, and 60 s of two novels by af_heart, which all are in proportion to; in the other languages 35 s of the Universal
 * Declaration of Human Rights by each.
 */
const table = `
af_alloy C -21.7 0.0567
af_aoede C+ -18.2 0.0574
af_bella A- -21.3 0.0604
af_heart A -22.3 0.0575
af_jessica D -22.0 0.0506
af_kore C+ -18.6 0.0596
af_nicole B- -21.3 0.0880
af_nova C -26.7 0.0541
af_river D -21.4 0.0508
af_sarah C+ -20.8 0.0563
af_sky C- -23.7 0.0561
am_adam F+ -18.4 0.0547
am_echo D -22.1 0.0569
am_eric D -21.4 0.0502
am_fenrir C+ -19.1 0.0599
am_liam D -21.6 0.0525
am_michael C+ -23.8 0.0629
am_onyx D -22.6 0.0573
am_puck C+ -18.6 0.0574
am_santa D- -22.3 0.0635
bf_alice D -20.6 0.0576
bf_emma B- -20.2 0.0549
bf_isabella C -17.6 0.0550
bf_lily D -21.2 0.0564
bm_daniel D -21.4 0.0543
bm_fable C -21.3 0.0606
bm_george C -21.6 0.0638
bm_lewis D+ -23.3 0.0638
ef_dora - -23.5 0.0581
em_alex - -22.9 0.0582
em_santa - -22.6 0.0587
ff_siwis B- -19.6 0.0555
hf_alpha C -16.0 0.1037
hf_beta C -17.1 0.0914
hm_omega C -16.4 0.1081
hm_psi C -18.0 0.1087
if_sara C -14.4 0.0583
im_nicola C -19.5 0.0640
jf_alpha C+ -19.9 0.0745
jf_gongitsune C -20.7 0.0878
jf_nezumi C- -20.3 0.0903
jf_tebukuro C -20.7 0.0871
jm_kumo C- -20.4 0.0799
pf_dora - -23.3 0.0577
pm_alex - -22.8 0.0591
pm_santa - -22.6 0.0598
zf_xiaobei D -20.1 0.0732
zf_xiaoni D -17.9 0.0619
zf_xiaoxiao D -16.5 0.0622
zf_xiaoyi D -18.9 0.0596
zm_yunjian D -20.5 0.0606
zm_yunxi D -21.3 0.0569
zm_yunxia D -20.4 0.0640
zm_yunyang D -23.0 0.0558
`;

/** Speakers that are the last choice for a book whatever their grade: one whispers, one laughs. */
const odd = new Set(['af_nicole', 'am_santa', 'em_santa', 'pm_santa']);

const grades = 'A A- B+ B B- C+ C C- - D+ D D- F+ F'.split(' ');
/** In the order above; from here on the author calls the training data poor. */
const firstWeak = grades.indexOf('D+');

/** Facts about the speakers of Kokoro by name. */
export const kokoroSpeakers: ReadonlyMap<string, SpeakerFacts> = new Map(
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [name = '', grade = '', lufs = '', seconds = ''] = row.split(' ');
      const rank = grades.indexOf(grade);
      const isWeak = odd.has(name) || rank >= firstWeak;
      return [
        name,
        {
          rank: isWeak ? rank + grades.length : rank,
          isWeak,
          lufs: Number(lufs),
          secondsPerUnit: Number(seconds),
        },
      ] as const;
    }),
);
