import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildEpub, buildZip, tinyPng } from '../helpers/epub-builder.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { startOpenaiServer } from '../helpers/servers/openai-server.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** What people get wrong: the command line, its exit code, and what the last line says about what to do. */
const mistakes: readonly (readonly [line: string, code: number, says: string])[] = [
  ['convertt small.epub', 2, 'Did you mean convert?'],
  ['convert', 2, "'audiobook convert book.epub'"],
  ['convert missing.epub', 3, 'missing.epub'],
  ['convert smal.epub', 3, "Did you mean 'small.epub'?"],
  ['convert small.epub --voise af_heart', 2, 'Did you mean --voice?'],
  ['convert small.epub --xyzzy 1', 2, 'See: audiobook convert --help'],
  ['convert small.epub --voice nobody', 2, 'audiobook voices'],
  ['convert small.epub --voice kokoro:nobody', 2, "Did you mean 'kokoro:af_nova'?"],
  ['convert small.epub --provider nobody', 2, 'Supported: kokoro, openai'],
  ['convert small.epub --provider openai', 5, 'OPENAI_API_KEY is not set'],
  ['convert small.epub --provider polly', 5, 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set'],
  ['convert small.epub --provider google', 5, 'GOOGLE_APPLICATION_CREDENTIALS is not set'],
  ['convert small.epub --provider azure', 5, 'AZURE_SPEECH_KEY and AZURE_SPEECH_REGION are not set'],
  ['convert small.epub --provider elevenlabs', 5, 'ELEVENLABS_API_KEY is not set'],
  ['convert small.epub --language klingon', 2, 'for example en or pt-BR'],
  ['convert small.epub -o out.xyz', 2, '.mp3, .m4b, .opus'],
  ['convert small.epub -o small.epub', 2, '.mp3, .m4b, .opus'],
  ['convert small.epub -o there.mp3', 2, '--force'],
  ['convert small.epub --format mp5', 2, 'Expected mp3, m4b'],
  ['convert small.epub --bitrate loud', 2, 'for example 192k'],
  ['convert small.epub --bitrate 9k', 2, '8k, 16k, 24k'],
  ['convert small.epub --speed fast', 2, 'from 0.8 to 1.5'],
  ['convert small.epub --speed 9', 2, 'from 0.8 to 1.5'],
  ['convert small.epub --chapters 99', 2, 'from 1 to 3'],
  ['convert small.epub --chapters one', 2, 'from 1 to 3 or a title'],
  ['convert small.epub --chapters 3-1', 2, 'for example 1,3-5,Prologue'],
  ['convert small.epub --chapters-matching xyzzy', 2, "'audiobook chapters' lists them"],
  ['convert small.epub --max-chapters 0', 2, 'from 1 to 100000'],
  ['convert small.epub --cover missing.jpg', 3, 'missing.jpg cannot be read'],
  ['convert small.epub --cover small.epub', 2, 'Expected JPEG, PNG'],
  ['convert small.epub --meta x', 2, 'for example year=1813'],
  ['convert small.epub --lexicon missing.yaml', 3, 'missing.yaml does not exist'],
  ['convert small.epub --lexicon small.epub', 2, 'it is not UTF-8 text'],
  ['convert small.epub --profile none', 2, 'audiobook.config.yaml: profiles: { none: { voice: af_heart'],
  ['convert small.epub --config missing.yaml', 3, 'missing.yaml does not exist'],
  ['convert small.epub --max-cost free', 2, 'for example 5 or 2.50'],
  ['convert small.epub --layout pieces', 2, 'Expected one-file or chapters'],
  ['convert small.epub --out-dir there.mp3', 2, 'Expected a folder, not a file'],
  ['convert small.epub --name {nonsense}', 2, '{author}, {title}'],
  ['convert empty --out-dir out', 2, 'a folder without books'],
  ['convert torn.epub', 8, 'Download it again'],
  ['convert notes.xyz', 8, 'Expected an EPUB, PDF'],
  ['convert small.epub --subtitles xyz', 2, 'Expected srt or vtt'],
  ['convert small.epub --translate fr', 2, '(--model), or set OLLAMA_MODEL'],
  ['audiobook small.epub --task songs', 2, 'Expected audiobook, direct'],
  ['audiobook small.epub --task podcast', 2, '(--model), or set OLLAMA_MODEL'],
  ['audiobook small.epub --task summary --model gemma3:12b', 5, "'ollama serve' starts Ollama"],
  ['audiobook small.epub --task summary --model api:gpt9', 2, 'Expected an alias'],
  ['audiobook small.epub --task summary --model api:claude', 5, 'ANTHROPIC_API_KEY is not set'],
  ['audiobook small.epub --prompt-file missing.md', 3, 'missing.md does not exist'],
  ['audiobook small.epub --hosts 5', 2, 'Expected 1 or 2'],
  ['plan small.epub --provider nobody', 2, 'Supported: kokoro, openai'],
  ['chapters', 2, 'See: audiobook chapters --help'],
  ['chapters torn.epub', 8, 'Download it again'],
  ['cover small.epub', 2, 'has no cover'],
  ['read-along small.epub missing.mp3', 3, 'written beside the audio by a conversion'],
  ['verify small.epub missing.mp3', 3, 'missing.mp3 does not exist'],
  ['check missing.mp3', 3, 'missing.mp3 does not exist'],
  ['sample small.epub --chapter 99', 2, 'from 1 to 3'],
  ['say', 2, 'Send at least one word'],
  ['text small.epub --format xyz', 2, 'Expected txt, md, or json'],
  ['voices --provider nobody', 2, 'Supported: kokoro, openai'],
  ['voices install nothing', 2, "'audiobook voices list' shows"],
  ['voices remove nothing', 2, "'audiobook voices list --installed' shows"],
  ['recognizers install nothing', 2, 'Expected parakeet'],
  ['prompts show nothing', 2, 'Expected audiobook, direct'],
  ['prompts validate missing.md', 3, 'missing.md does not exist'],
  ['prompts try songs small.epub', 2, 'Expected one of audiobook, direct'],
  ['cache prune', 2, "'audiobook cache prune --older-than 30d'"],
  ['cache prune --older-than old', 2, '30d, 12h or 90m'],
  ['serve --port 99999', 2, 'from 0 to 65535'],
  ['serve --host 0.0.0.0', 2, 'Set AUDIOBOOK_TOKEN'],
  ['serve --queue http://x', 2, '--storage file:///folder'],
  ['worker', 2, '--queue redis://host:6379'],
  ['token add', 2, 'See: audiobook token add --help'],
  ['token revoke nobody', 2, 'audiobook token list'],
  ['completion cmd', 2, 'Expected bash, zsh'],
  ['watch missing', 3, 'missing does not exist'],
  ['watch there.mp3', 2, 'is not a folder'],
  ['share missing.m4b', 3, 'missing.m4b'],
  ['config set x', 2, 'See: audiobook config --help'],
  ['voices instal kokoro', 2, "Did you mean 'install'?"],
  ['cache foo', 2, 'Expected prune'],
  ['queue foo', 2, 'See: audiobook queue --help'],
  ['recognizers foo', 2, 'Expected install, remove'],
  ['--voise x small.epub', 2, 'Did you mean --voice?'],
  ['convert small.epub --voice', 2, 'See: audiobook convert --help'],
  ['convert small.epub --voice flite:unknown', 2, 'audiobook voices'],
  ['convert small.epub --voice thorsten', 2, "'audiobook voices install piper:de_DE-thorsten-high'"],
  ['convert small.epub --voice supertonic:F1', 2, "'audiobook voices install supertonic'"],
  ['convert no\u001B]0;where.epub', 3, 'no\uFFFD]0;where.epub'],
  ['convert folder.epub', 2, 'a folder without books'],
  ['convert empty.epub', 8, 'Download it again'],
  ['convert half.epub', 8, 'Download'],
  ['convert no-opf.epub', 8, 'no package document'],
  ['convert no-spine.epub', 8, 'spine'],
  ['convert locked.epub', 8, 'DRM'],
  ['convert picture.epub', 8, 'an image (image/png), not a book. Expected an EPUB'],
  ['convert song.mp3', 8, 'not a book. Expected an EPUB'],
  ['convert books.zip', 8, 'Unpack it'],
  ['convert http://127.0.0.1:9009/a.epub', 6, 'HTTPS_PROXY'],
  ['convert ftp://127.0.0.1/a.epub', 2, 'one that begins with https:// or http://'],
  ['convert small.epub -o nowhere/deep/book.mp3', 3, 'Make it, or choose another'],
  ['convert small.epub -o small.epub/book.mp3', 2, 'small.epub'],
  ['convert small.epub -o /proc/book.mp3', 2, 'Choose another'],
  ['convert small.epub --layout one-file -o empty', 2, 'A folder is named by --out-dir'],
  ['convert small.epub --out-dir /proc/audiobooks', 2, 'Choose another'],
  ['convert small.epub -o book.mp3 --read-along', 2, 'book.read-along.epub: it is a folder'],
  ['convert small.epub --cover notes.png', 2, 'The cover is not a picture'],
  ['convert small.epub --cast torn.json', 2, 'torn.json cannot be read: Flow map must end with a }'],
  ['convert small.epub --config torn.yaml', 2, 'at line 2'],
  ['convert small.epub --config odd.yaml', 2, "Did you mean 'voice'?"],
  ['convert small.epub --subtitles srt,ass', 2, "Invalid subtitle format 'ass'. Expected srt or vtt"],
  ['say text -o x.xyz', 2, 'Expected a file name that ends in .mp3'],
  ['share empty', 2, 'such as book.m4b'],
  ['serve --inbox missing --port 0', 3, 'missing does not exist'],
  ['worker --queue redis://127.0.0.1:9 --storage file:///missing', 3, 'Mount or make it'],
];

const drm = `<?xml version="1.0"?><encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
  xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>
  <enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>
  <enc:CipherData><enc:CipherReference URI="OEBPS/one.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>`;

// Says it is ffmpeg and knows its encoders, then fails after it has taken some of the sound.
const brokenFfmpeg = `#!/bin/sh
case "$*" in
  *-version*) echo "ffmpeg version 5.1"; exit 0;;
  *-encoders*) echo " A....D libmp3lame"; exit 0;;
  *-formats*) echo " DE s16le"; echo " DE mp3"; exit 0;;
esac
head -c 1000 >/dev/null
echo "out of ideas" >&2
exit 3
`;

/** Writes what the mistakes are made with. */
async function writeFiles(folder: string): Promise<void> {
  await writeBook(folder);
  const whole = await buildEpub(smallBook);
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'there.mp3': 'x',
    'torn.epub': 'torn',
    'empty.epub': '',
    'half.epub': whole.subarray(0, whole.length / 2),
    'picture.epub': tinyPng,
    'song.mp3': 'ID3\u0003\u0000\u0000\u0000\u0000\u0000\u0000',
    'books.zip': await buildZip([{ name: 'small.epub', data: whole }]),
    'notes.xyz': '\u0000\u0001\u0002',
    'notes.png': 'It is green.',
    'torn.json': '{"narrator":',
    'torn.yaml': 'voice:\n  - x: [',
    'odd.yaml': 'voise: af_heart',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  await writeBook(folder, { ...smallBook, opf: false }, 'no-opf.epub');
  const documents = smallBook.documents.map((item) => ({ ...item, inSpine: false }));
  await writeBook(folder, { ...smallBook, documents }, 'no-spine.epub');
  await writeBook(folder, { ...smallBook, encryption: drm }, 'locked.epub');
  for (const name of ['empty', 'folder.epub', 'book.read-along.epub']) await mkdir(path.join(folder, name));
}

describe('mistakes', () => {
  it('end with the exit code of their kind and say what to do, and nothing is written', async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder);
    const before = await readdir(folder);
    const wrong: unknown[] = [];
    for (const [line, code, says] of mistakes) {
      const run = await inProcessCli(line.split(' '), { folder, environment: { TTS_PROVIDER: 'embedded' } });
      if (run.code !== code || !run.stderr.includes(says)) wrong.push([line, run.code, run.stderr]);
      if (run.stderr.includes('    at ')) wrong.push([line, 'a stack trace']);
    }
    expect(wrong).toEqual([]);
    const made = (await readdir(folder)).filter((name) => !before.includes(name));
    expect(made.filter((name) => !['cache', 'config', 'data'].includes(name))).toEqual([]);
  });

  it.each<[string, readonly string[], number, string, (folder: string) => Promise<Record<string, string>>]>([
    [
      'an empty name, as of a variable without a value',
      ['convert', ''],
      2,
      "The argument 'book' is empty",
      async () => ({}),
    ],
    [
      'an ffmpeg that is not there',
      ['convert', 'small.epub'],
      4,
      'ffmpeg',
      async () => ({ FFMPEG_PATH: '/nowhere/ffmpeg' }),
    ],
    [
      'an ffmpeg that fails in the middle',
      ['convert', 'small.epub'],
      7,
      'out of ideas',
      async (folder) => {
        const file = path.join(folder, 'ffmpeg-stand-in');
        await writeFile(file, brokenFfmpeg, { mode: 0o755 });
        return { FFMPEG_PATH: file };
      },
    ],
    [
      'a key that is wrong, or no longer right',
      ['convert', 'small.epub', '--provider', 'openai'],
      5,
      'Check its configuration and credentials.',
      async () => {
        const server = await startOpenaiServer();
        onTestFinished(() => server[Symbol.asyncDispose]());
        return { OPENAI_API_KEY: 'sk-wrong-abcdefgh', OPENAI_BASE_URL: `${server.url}/v1` };
      },
    ],
  ])('%s is one line, and no audio', async (_name, argv, code, says, setUp) => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const run = await inProcessCli([...argv, '--quiet'], { folder, environment: await setUp(folder) });
    expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(says) });
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    const left = await readdir(folder);
    expect(left.filter((name) => /\.(?:mp3|wav|part|json)/u.test(name))).toEqual([]);
  });

  it('of a port that another program has says how to choose another one', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await inProcessCli(['serve', '--port', String(port)], { folder: await temporaryFolder() });
    expect([code, stderr]).toEqual([2, expect.stringContaining('choose another port with --port')]);
  });
});
