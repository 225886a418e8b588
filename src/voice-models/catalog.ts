import { filesAt } from './files-at.ts';
import type { ModelLicence, ModelSpeaker, VoiceModel } from './voice-model.ts';

// The catalogue of natural voices, as of `dated`. Sizes and SHA-256 sums are those that other public projects pin for the
// same revisions. They were compared between several of them and not measured by a download of our own; a file that
// differs is refused at the installation.

const dated = '2026-11-21';

/** Hosts that serve the files, and those that they redirect to. A leading dot stands for every host below it. */
export const downloadHosts = [
  'huggingface.co',
  '.huggingface.co',
  '.hf.co',
  'github.com',
  'release-assets.githubusercontent.com',
  'objects.githubusercontent.com',
] as const;

const apache: ModelLicence = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' };

const kokoroRevision =
  'https://huggingface.co/csukuangfj/kokoro-multi-lang-v1_0/resolve/f7b96bb6bef5c5da4d3aa4f4e0498fbbf62dc78b/';

/** Languages of Kokoro's speakers by the first letter of their names. */
const kokoroLanguages: Readonly<Record<string, string>> = {
  a: 'en-US',
  b: 'en-GB',
  e: 'es',
  f: 'fr-FR',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt-BR',
  z: 'zh-CN',
};

/** Order in `voices.bin`. Source: documentation of k2-fsa/sherpa, pretrained_models/kokoro.rst. */
const kokoroSpeakers: readonly ModelSpeaker[] = (
  'af_alloy af_aoede af_bella af_heart af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky am_adam am_echo ' +
  'am_eric am_fenrir am_liam am_michael am_onyx am_puck am_santa bf_alice bf_emma bf_isabella bf_lily bm_daniel ' +
  'bm_fable bm_george bm_lewis ef_dora em_alex ff_siwis hf_alpha hf_beta hm_omega hm_psi if_sara im_nicola jf_alpha ' +
  'jf_gongitsune jf_nezumi jf_tebukuro jm_kumo pf_dora pm_alex pm_santa zf_xiaobei zf_xiaoni zf_xiaoxiao zf_xiaoyi ' +
  'zm_yunjian zm_yunxi zm_yunxia zm_yunyang em_santa'
)
  .split(' ')
  .map((name) => ({
    name,
    language: kokoroLanguages[name.charAt(0)] ?? 'en-US',
    gender: name.charAt(1) === 'f' ? 'female' : 'male',
  }));

const kokoro: VoiceModel = {
  id: 'kokoro-v1_0',
  kind: 'kokoro',
  name: 'Kokoro 82M v1.0',
  languages: ['en-US', 'en-GB', 'es', 'fr-FR', 'hi', 'it', 'ja', 'pt-BR', 'zh-CN'],
  sampleRate: 24_000,
  speakers: kokoroSpeakers,
  files: filesAt(kokoroRevision, {
    'model.onnx': [325_560_556, 'b40f62b166ac8164b0627ef48a0b358eda0985e272fb03ef5252e7206305da11'],
    'voices.bin': [28_200_960, '1c5a5b983d3d50d8586d437a51f3faa2da7919ce76a013c081e65671a3447c29'],
    'tokens.txt': [687, '6ebb6bb288f20f3ae8d004d3c2ca27697da27c037d75e81a60e2a6a663f95425'],
    'lexicon-us-en.txt': [5_956_885, '7daaab53a181be9885b853a8582bf1838186317e5dadacbcef9c426d6fa0da14'],
    'lexicon-gb-en.txt': [6_366_635, 'c4cbb37316f62210dff52718a7afcaae24f50c032cc75ab47ae67b831d1049e7'],
  }),
  licence: apache,
  source: 'https://huggingface.co/csukuangfj/kokoro-multi-lang-v1_0 and https://huggingface.co/hexgrad/Kokoro-82M',
  dated,
};

const supertonicRevision =
  'https://huggingface.co/csukuangfj2/sherpa-onnx-supertonic-3-tts-int8-2026-05-11/resolve/cca5a0e6c96e1d2c720986bf7e75fcc81dee3ae4/';

const supertonicLicence =
  'https://huggingface.co/Supertone/supertonic-3/resolve/724fb5abbf5502583fb520898d45929e62f02c0b/LICENSE';

const supertonic: VoiceModel = {
  id: 'supertonic-3',
  kind: 'supertonic',
  name: 'Supertonic 3',
  languages: 'en ko ja ar bg cs da de el es et fi fr hi hr hu id it lt lv nl pl pt ro ru sk sl sv tr uk vi'.split(' '),
  sampleRate: 44_100,
  // Every speaker speaks all the languages. Order: scripts/supertonic/generate_voices_bin.py of k2-fsa/sherpa-onnx.
  speakers: ['F1', 'F2', 'F3', 'F4', 'F5', 'M1', 'M2', 'M3', 'M4', 'M5'].map((name) => ({
    name,
    language: 'en',
    gender: name.startsWith('F') ? 'female' : 'male',
  })),
  files: [
    ...filesAt(supertonicRevision, {
      'duration_predictor.int8.onnx': [3_700_147, 'c3eb91414d5ff8a7a239b7fe9e34e7e2bf8a8140d8375ffb14718b1c639325db'],
      'text_encoder.int8.onnx': [36_416_150, 'c7befd5ea8c3119769e8a6c1486c4edc6a3bc8365c67621c881bbb774b9902ff'],
      'vector_estimator.int8.onnx': [78_400_833, '20cd86fa5c6effedfda0e7cffe5b0569ca401c440a0c3a1d72bf39286c0db3fd'],
      'vocoder.int8.onnx': [25_991_073, 'e923d60f53f95eb1ce235f1dc33ec56d9c057823c96fa6f8acf98f32b0da6152'],
      'tts.json': [8253, '42078d3aef1cd43ab43021f3c54f47d2d75ceb4e75f627f118890128b06a0d09'],
      'unicode_indexer.bin': [262_144, '8402ca48e5189a8950138580b0fff64db6f072f24ac07cd54ba8b2fbb9883b30'],
      'voice.bin': [517_168, '67d5209b0ee8ce6c74105ffbe12fe6a7628aea3b4ba2fcb308a4a67938a93ce8'],
    }),
    {
      path: 'LICENSE',
      url: supertonicLicence,
      bytes: 15_007,
      sha256: '0d944a9110fed9a9602d60e0423a272903e7bd21ab060490774efc77c2275e9f',
    },
  ],
  licence: {
    name: 'BigScience OpenRAIL-M',
    url: supertonicLicence,
    restrictions:
      'Say that the speech is made by a machine where you publish it, do not imitate a person without consent, ' +
      'and pass these terms on with copies of the model.',
  },
  source: 'https://huggingface.co/csukuangfj2/sherpa-onnx-supertonic-3-tts-int8-2026-05-11',
  dated,
};

const kittenArchive = 'kitten-nano-en-v0_8-fp32';

const kitten: VoiceModel = {
  id: 'kitten-nano-v0_8',
  kind: 'kitten',
  name: 'Kitten nano 0.8',
  languages: ['en-US'],
  sampleRate: 24_000,
  // Order: scripts/kitten-tts/v0_8/generate_voices_bin.py of k2-fsa/sherpa-onnx.
  speakers: ['Jasper', 'Bella', 'Bruno', 'Luna', 'Hugo', 'Rosie', 'Leo', 'Kiki'].map((name, index) => ({
    name,
    language: 'en-US',
    gender: index % 2 === 0 ? 'male' : 'female',
  })),
  files: [],
  archive: {
    url: `https://github.com/k2-fsa/sherpa-onnx/releases/download/tts-models/${kittenArchive}.tar.bz2`,
    bytes: 63_815_222,
    sha256: '16092117bfe591ddcd58d078e1454603b8e1caea46f85653b2c2efae76bd883e',
    maxUnpackedBytes: 200_000_000,
    members: {
      'model.onnx': `${kittenArchive}/model.fp32.onnx`,
      'voices.bin': `${kittenArchive}/voices.bin`,
      'tokens.txt': `${kittenArchive}/tokens.txt`,
    },
  },
  licence: apache,
  source: 'https://github.com/k2-fsa/sherpa-onnx/releases/tag/tts-models',
  dated,
};

const piperRepository = 'https://huggingface.co/rhasspy/piper-voices';
const piperRevision = 'c10ece1aade47bb51c153c893d14e5bf8e5b7117';

/**
 * Voice, licence (from its MODEL_CARD), gender, then bytes and SHA-256 of the model and of its configuration. The best of
 * a language comes first. Voices whose training data forbid the use, or whose licence is not known, are not listed.
 */
const piperVoices = `
en_US-ljspeech-high           public-domain female 114199011 5d4f08ba6a2a48c44592eed3ce56bf85e9de3dd4e20df90541ae68a8310c029a 4970 7e1f4634af596d83cca997fb7a931ba80b70f8a316a2655ee69c55365e0ace14
en_US-kristin-medium          public-domain female  63531379 5849957f929cbf720c258f8458692d6103fff2f0e3d3b19c8259474bb06a18d4 4968 5681426d4aead22195de70531eeeeddb46493cfaffc5764b2ea3db73428b651c
en_US-norman-medium           public-domain male    63531379 b9739443232a80a59c7d18810dd856899bf16a7964725f5ab81ea49b1351cb71 4968 6c2db7f558a4a8deb9fe822583c1c5105f6c4e834dd0f9de8ad17a888ee9fe1d
en_US-joe-medium              CC0-1.0       male    63201294 58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06 4794 3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33
en_GB-cori-high               public-domain female 114219352 470b4dd634c98f8a4850d7626ffc3dfc90774628eeef6605a6dd8f88f30a5903 4963 9e7fb5b5671612c22f3c81cbe46c1ae87b031a4632bcb509e499dad6f1e2adec
en_GB-alba-medium             CC-BY-4.0     female  63201294 401369c4a81d09fdd86c32c5c864440811dbdcc66466cde2d64f7133a66ad03b 4888 aa965a2f02ecced632c2694e1fc72bbff6d65f265fab567ca945918c73dd89f4
de_DE-thorsten-high           CC0-1.0       male   113895201 9df1c43c61149ef9b39e618e2b861fbe41e1fcea9390b2dac62e8761573ea4f1 4875 6de734444e4c3f9e33b7ebe2746dbc19b71e85f613e79c65acf623200b99a76a
fr_FR-siwis-medium            CC-BY-4.0     female  63201294 641d1ab097da2b81128c076810edb052b385decc8be3381814802a64a73baf99 4875 39479916c2db192b5ac9764daddd0c744d83e023ad890c6976c0633ae4df8959
fr_FR-upmc-medium             CC-BY-SA-4.0  -       76733615 9abb3800c199148897a9ed64e100d224f3de83579f100044174ad19418f1786f 4996 e8636ec15dfd5d72db37a02cb5320a20f2b8d339f2a0e4337da64c58a33a5868
es_ES-davefx-medium           CC0-1.0       male    63201294 6658b03b1a6c316ee4c265a9896abc1393353c2d9e1bca7d66c2c442e222a917 4817 0e0dda87c732f6f38771ff274a6380d9252f327dca77aa2963d5fbdf9ec54842
es_MX-ald-medium              Unlicense     -       63201294 019b3803293c93e34a206dd2e53a3889209a514e786fd7144f7b70196c579b63 4878 5a71498158e04afc8099bfd019c7e87c68eb9d042505a2b1a87e5c1ac2b1a61d
it_IT-paola-medium            CC0-1.0       female  63511038 6fc918b5a0ea6137382833dddfa567bffbe6a5060c02043c87192ee59c04210c 7099 aea19c0a7fce29fbc359b93f10e7902854401e4c95ae2ea328ae516b15d296cf
pt_BR-faber-medium            CC0-1.0       male    63201294 858555e3a064209c57088fe6bd70c4c3dc54d03eaa00c45d5ecaf43a33f95aa7 4855 7e694de195ae3fc36dd732c445eb04fb49b649854893cb5506b978f0d50a1d6f
pt_BR-cadu-medium             CC0-1.0       male    62950044 765f0809a6ea9035d4a6d0d008dbf8876e68b2dd32029312672fa8f405bdb535 5040 5fe03aa3d4901880554905b12075713cd552598c8a350455a1ec73f8b4e6be19
ru_RU-denis-medium            CC0-1.0       male    63201294 15fab56e11a097858ee115545d0f697fc2a316c41a291a5362349fb870411b0a 4823 831c860dac0b5073eaa81610a0a638ec23d90a6cf8e5f871b4485c2cec3767c8
is_IS-ugla-medium             CC-BY-4.0     -       76495465 b43aef7648d13f68b6db0032d85716b82ca78716218a68442fd7f12444a73b24 4163 0d7c1b26cdc54042c98a75ccc9d4e3528077178c56ad029b321944b6178f3277
mr_IN-google-medium           CC-BY-SA-4.0  -       76768179 e1200d474a74ebd6d1737be2c7affe56f1f9efc18915d4595d7f5c2b15cf06f4 5467 11055302ee1e3c9902e5e96c03cbfc0a9eec29b1b06b91ef52a3c66e9873edbb
bn_BD-google-medium           CC-BY-SA-4.0  -       76782515 f2e7518ed5534a755024a48c71b80bf617efaf12570bbdf3ce255a9526a8afd3 5494 bc7e5e39e2a874bdad186620576ce18089b5a06c5645e258bcea3d56fdb11c0a
te_IN-padmavathi-medium       CC-BY-4.0     -       63516050 414aa5960d91ceb6e45bbdf8c27fdc71af09f205130d7be4e99470f3c2cfa57d 4974 6c86e4ee99d379815f78a75f23cdad62ccf50370062dd915c233d6e22de7109f
fa_IR-amir-medium             CC0-1.0       male    63531379 fb815380d969ea372b0b21b0de14421f58fe481047e153e69685d079b6e1a9d1 4958 75f918a3bf0f57a9179abe725af529f2a5c79d6c899e2a84aec76c685d5dfb9a
`;

const genders = ['female', 'male'] as const;

function piperModel(row: string): VoiceModel {
  const [voice = '', licence = '', gender, bytes, sha256 = '', configBytes, configSha256 = ''] = row.split(/ +/u);
  const [locale = '', name = '', quality = ''] = voice.split('-');
  const folder = `${locale.split('_')[0]}/${locale}/${name}/${quality}`;
  const url = `${piperRepository}/resolve/${piperRevision}/${folder}/${voice}.onnx`;
  const language = locale.replace('_', '-');
  return {
    id: `piper-${voice}`,
    kind: 'piper',
    name: `Piper ${voice}`,
    languages: [language],
    sampleRate: quality.endsWith('low') ? 16_000 : 22_050,
    speakers: [{ name: voice, language, gender: genders.find((known) => known === gender) }],
    files: [
      { path: 'model.onnx', url, bytes: Number(bytes), sha256 },
      { path: 'model.onnx.json', url: `${url}.json`, bytes: Number(configBytes), sha256: configSha256 },
    ],
    licence: {
      name: licence.replace('public-domain', 'public domain'),
      url: `${piperRepository}/blob/${piperRevision}/${folder}/MODEL_CARD`,
    },
    source: `${piperRepository}/tree/${piperRevision}/${folder}`,
    dated,
  };
}

/** All models that can be installed, the preferred ones first. */
export const catalog: readonly VoiceModel[] = [
  kokoro,
  supertonic,
  ...piperVoices.trim().split('\n').map(piperModel),
  kitten,
];
