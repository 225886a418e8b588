import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** What people get wrong: the command line, its exit code, and what the last lines say about what to do. */
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
];

describe('mistakes', () => {
  it('end with the exit code of their kind and say what to do, and nothing is written', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    await writeFile(path.join(folder, 'there.mp3'), 'x');
    await writeFile(path.join(folder, 'torn.epub'), 'torn');
    await writeFile(path.join(folder, 'notes.xyz'), '\u0000\u0001\u0002');
    await mkdir(path.join(folder, 'empty'));
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
});
