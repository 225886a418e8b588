import { filesAt } from '../voice-models/files-at.ts';
import type { ModelLicence } from '../voice-models/voice-model.ts';
import type { Recognizer } from './recognizer.ts';

// The catalogue of recognizers, as of `dated`. Sizes and SHA-256 sums are those that other public projects pin for the same
// revisions; they were not measured by a download of our own. A file that differs is refused at the installation.

const dated = '2026-11-21';

const attribution: ModelLicence = { name: 'CC-BY-4.0', url: 'https://creativecommons.org/licenses/by/4.0/' };

const apache: ModelLicence = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' };

const host = 'https://huggingface.co/csukuangfj';

const parakeetEnglish: Recognizer = {
  id: 'parakeet-v2',
  kind: 'nemo-transducer',
  name: 'Parakeet TDT 0.6b v2 (English)',
  languages: ['en'],
  memoryBytes: 1_100_000_000,
  files: filesAt(
    `${host}/sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8/resolve/b9bd32696df49cbb1e7e499238a22804c82f9ef7/`,
    {
      'encoder.int8.onnx': [652_184_296, 'a32b12d17bbbc309d0686fbbcc2987b5e9b8333a7da83fa6b089f0a2acd651ab'],
      'decoder.int8.onnx': [7_257_753, 'b6bb64963457237b900e496ee9994b59294526439fbcc1fecf705b31a15c6b4e'],
      'joiner.int8.onnx': [1_739_080, '7946164367946e7f9f29a122407c3252b680dbae9a51343eb2488d057c3c43d2'],
      'tokens.txt': [9384, 'ec182b70dd42113aff6c5372c75cac58c952443eb22322f57bbd7f53977d497d'],
    },
  ),
  licence: attribution,
  source: 'https://huggingface.co/nvidia/parakeet-tdt-0.6b-v2',
  dated,
};

const smallArchive = 'sherpa-onnx-nemo-parakeet_tdt_ctc_110m-en-36000-int8';

const parakeetSmall: Recognizer = {
  id: 'parakeet-110m',
  kind: 'nemo-ctc',
  name: 'Parakeet TDT-CTC 110M (English, small)',
  languages: ['en'],
  memoryBytes: 240_000_000,
  files: [],
  archive: {
    url: `https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models/${smallArchive}.tar.bz2`,
    bytes: 104_337_827,
    sha256: '17f945007b52ccd8b7200ffc7c5652e9e8e961dfdf479cefcabd06cf5703630b',
    maxUnpackedBytes: 250_000_000,
    members: {
      'model.int8.onnx': `${smallArchive}/model.int8.onnx`,
      'tokens.txt': `${smallArchive}/tokens.txt`,
    },
  },
  licence: attribution,
  source: 'https://huggingface.co/nvidia/parakeet-tdt_ctc-110m',
  dated,
};

const parakeetEuropean: Recognizer = {
  id: 'parakeet-v3',
  kind: 'nemo-transducer',
  name: 'Parakeet TDT 0.6b v3 (25 European languages)',
  languages: 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk'.split(' '),
  memoryBytes: 1_100_000_000,
  files: filesAt(
    `${host}/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8/resolve/2bda32ec70b097a55adaa07d9a7173915b43cc78/`,
    {
      'encoder.int8.onnx': [652_184_281, 'acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247'],
      'decoder.int8.onnx': [11_845_275, '179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e'],
      'joiner.int8.onnx': [6_355_277, '3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3'],
      'tokens.txt': [93_939, 'd58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d'],
    },
  ),
  licence: attribution,
  source: 'https://huggingface.co/nvidia/parakeet-tdt-0.6b-v3',
  dated,
};

const omnilingual: Recognizer = {
  id: 'omnilingual-300m',
  kind: 'omnilingual',
  name: 'Omnilingual ASR CTC 300M (other languages)',
  languages: ['*'],
  memoryBytes: 800_000_000,
  files: filesAt(
    `${host}/sherpa-onnx-omnilingual-asr-1600-languages-300M-ctc-int8-2025-11-12/resolve/6abf1ece20cd2308bdb7d13cd78ec1c44fa4c094/`,
    {
      'model.int8.onnx': [365_352_120, 'e7c4e54ee4c4c47829cc6667d5d00ed8ea7bef1dcfeef0fce766f77752a2726c'],
      'tokens.txt': [86_423, 'a7a044c52cb29cbe8b0dc1953e92cefd4ca16b0ed968177b6beab21f9a7d0b31'],
      LICENSE: [581, 'a70a523bafbb595c2844104feb313d204904dac91c3d186c05f22a10a71c7a94'],
    },
  ),
  licence: apache,
  source: 'https://huggingface.co/csukuangfj/sherpa-onnx-omnilingual-asr-1600-languages-300M-ctc-int8-2025-11-12',
  dated,
};

/** All recognizers that can be installed. For a language, the first that hears it is the best. */
export const recognizers: readonly Recognizer[] = [parakeetEnglish, parakeetSmall, parakeetEuropean, omnilingual];
