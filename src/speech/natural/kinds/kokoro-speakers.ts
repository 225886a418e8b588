import type { SpeakerFacts } from './voice-kind.ts';

/**
 * The speakers of Kokoro 1.0: the author's grade (VOICES.md of hexgrad/Kokoro-82M; `-` for none), and integrated loudness in LUFS (EBU R128),
 * measured on 2026-11-27 with the trained weights: mean of three sentences of 3 to 9 s in the speaker's language, the same for all speakers
 * of a language, which differ by 0.4 LU on average.
 */
const table = `
af_alloy C -21.7
af_aoede C+ -18.2
af_bella A- -21.3
af_heart A -22.3
af_jessica D -22.0
af_kore C+ -18.6
af_nicole B- -21.3
af_nova C -26.7
af_river D -21.4
af_sarah C+ -20.8
af_sky C- -23.7
am_adam F+ -18.4
am_echo D -22.1
am_eric D -21.4
am_fenrir C+ -19.1
am_liam D -21.6
am_michael C+ -23.8
am_onyx D -22.6
am_puck C+ -18.6
am_santa D- -22.3
bf_alice D -20.6
bf_emma B- -20.2
bf_isabella C -17.6
bf_lily D -21.2
bm_daniel D -21.4
bm_fable C -21.3
bm_george C -21.6
bm_lewis D+ -23.3
ef_dora - -23.5
em_alex - -22.9
em_santa - -22.6
ff_siwis B- -19.6
hf_alpha C -16.0
hf_beta C -17.1
hm_omega C -16.4
hm_psi C -18.0
if_sara C -14.4
im_nicola C -19.5
jf_alpha C+ -19.9
jf_gongitsune C -20.7
jf_nezumi C- -20.3
jf_tebukuro C -20.7
jm_kumo C- -20.4
pf_dora - -23.3
pm_alex - -22.8
pm_santa - -22.6
zf_xiaobei D -20.1
zf_xiaoni D -17.9
zf_xiaoxiao D -16.5
zf_xiaoyi D -18.9
zm_yunjian D -20.5
zm_yunxi D -21.3
zm_yunxia D -20.4
zm_yunyang D -23.0
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
      const [name = '', grade = '', lufs = ''] = row.split(' ');
      const rank = grades.indexOf(grade);
      const isWeak = odd.has(name) || rank >= firstWeak;
      return [name, { rank: isWeak ? rank + grades.length : rank, isWeak, lufs: Number(lufs) }] as const;
    }),
);
