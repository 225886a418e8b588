import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildEpub, tinyPng } from '../helpers/epub-builder.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const drm = `<?xml version="1.0"?><encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
  xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>
  <enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>
  <enc:CipherData><enc:CipherReference URI="OEBPS/one.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>`;

interface Case {
  readonly name: string;
  readonly code: number;
  readonly says: RegExp;
  /** Makes the book and answers what follows `convert`. */
  readonly make: (folder: string) => Promise<readonly string[]>;
  readonly environment?: (folder: string) => Promise<Record<string, string>>;
}

async function file(folder: string, name: string, content: string | Uint8Array): Promise<readonly string[]> {
  await writeFile(path.join(folder, name), content);
  return [name];
}

async function script(folder: string, text: string): Promise<string> {
  const name = path.join(folder, 'ffmpeg-stand-in');
  await writeFile(name, `#!/bin/sh\n${text}\n`);
  await chmod(name, 0o755);
  return name;
}

const cases: readonly Case[] = [
  {
    name: 'a missing file whose name a terminal would obey',
    code: 3,
    says: /no\uFFFD\]0;where\.epub/u,
    make: async () => ['no\u001B]0;where.epub'],
  },
  { name: 'a missing file', code: 3, says: /nowhere\.epub/u, make: async () => ['nowhere.epub'] },
  {
    name: 'a folder',
    code: 2,
    says: /a folder without books/u,
    make: async (folder) => {
      await mkdir(path.join(folder, 'book.epub'));
      return ['book.epub'];
    },
  },
  {
    name: 'an empty name, as of a variable without a value, beside a book',
    code: 2,
    says: /The argument 'book' is empty/u,
    make: async (folder) => {
      await writeBook(folder);
      return [''];
    },
  },
  { name: 'an empty file', code: 8, says: /empty/u, make: (folder) => file(folder, 'book.epub', '') },
  {
    name: 'a PNG renamed to .epub',
    code: 8,
    says: /an image \(image\/png\), not a book/u,
    make: (folder) => file(folder, 'book.epub', tinyPng),
  },
  {
    name: 'a truncated zip',
    code: 8,
    says: /damaged|zip/u,
    make: async (folder) => {
      const whole = await buildEpub(smallBook);
      return await file(folder, 'book.epub', whole.subarray(0, whole.length / 2));
    },
  },
  {
    name: 'an EPUB without OPF',
    code: 8,
    says: /package document/u,
    make: async (folder) => [await writeBook(folder, { ...smallBook, opf: false })],
  },
  {
    name: 'an EPUB with an empty spine',
    code: 8,
    says: /spine/u,
    make: async (folder) => [
      await writeBook(folder, {
        ...smallBook,
        documents: smallBook.documents.map((item) => ({ ...item, inSpine: false })),
      }),
    ],
  },
  {
    name: 'an encrypted EPUB',
    code: 8,
    says: /DRM|encrypted/u,
    make: async (folder) => [await writeBook(folder, { ...smallBook, encryption: drm })],
  },
  {
    name: 'a missing output folder',
    code: 3,
    says: /nowhere/u,
    make: async (folder) => [await writeBook(folder), '-o', 'nowhere/deep/book.mp3'],
  },
  {
    name: 'an output folder that is a file',
    code: 2,
    says: /small\.epub/u,
    make: async (folder) => [await writeBook(folder), '-o', 'small.epub/book.mp3'],
  },
  {
    name: 'an output name with an unknown extension',
    code: 2,
    says: /\.mp3/u,
    make: async (folder) => [await writeBook(folder), '-o', 'book.xyz'],
  },
  {
    name: 'a provider that does not exist',
    code: 2,
    says: /Unsupported speech provider 'unknown'.*embedded/u,
    make: async (folder) => [await writeBook(folder), '--provider', 'unknown'],
  },
  {
    name: 'a voice that does not exist',
    code: 2,
    says: /unknown/u,
    make: async (folder) => [await writeBook(folder), '--provider', 'embedded', '--voice', 'flite:unknown'],
  },
  {
    name: 'an invalid bitrate',
    code: 2,
    says: /loud/u,
    make: async (folder) => [await writeBook(folder), '--bitrate', 'loud'],
  },
  {
    name: 'an invalid number of chapters',
    code: 2,
    says: /'no'/u,
    make: async (folder) => [await writeBook(folder), '--max-chapters', 'no'],
  },
  {
    name: 'a cover that is not a picture',
    code: 2,
    says: /The cover is not a picture/u,
    make: async (folder) => {
      await writeFile(path.join(folder, 'notes.png'), 'It is green.');
      return [await writeBook(folder), '--cover', 'notes.png'];
    },
  },
  {
    name: 'an unknown subtitle format',
    code: 2,
    says: /Invalid subtitle format 'ass'\. Expected srt or vtt/u,
    make: async (folder) => [await writeBook(folder), '--subtitles', 'srt,ass'],
  },
  {
    name: 'a read-along where there is a folder',
    code: 2,
    says: /book\.read-along\.epub: it is a folder/u,
    make: async (folder) => {
      await mkdir(path.join(folder, 'book.read-along.epub'));
      return [await writeBook(folder), '-o', 'book.mp3', '--read-along', '--provider', 'embedded'];
    },
  },
  {
    name: 'an ffmpeg that is not there',
    code: 4,
    says: /ffmpeg/u,
    make: async (folder) => [await writeBook(folder)],
    environment: async () => ({ FFMPEG_PATH: '/nowhere/ffmpeg' }),
  },
  {
    name: 'an ffmpeg that fails in the middle',
    code: 7,
    says: /out of ideas/u,
    make: async (folder) => [await writeBook(folder)],
    environment: async (folder) => ({ FFMPEG_PATH: await script(folder, brokenFfmpeg) }),
  },
];

// Says it is ffmpeg and knows its encoders, then fails after it has taken some of the sound.
const brokenFfmpeg = `case "$*" in
  *-version*) echo "ffmpeg version 5.1"; exit 0;;
  *-encoders*) echo " A....D libmp3lame"; exit 0;;
  *-formats*) echo " DE s16le"; echo " DE mp3"; exit 0;;
esac
head -c 1000 >/dev/null
echo "out of ideas" >&2
exit 3`;

describe('bad input', () => {
  it.each(cases)(
    '$name is one line on stderr, exit code $code, and no audio file',
    async ({ code, says, make, environment }) => {
      const folder = await temporaryFolder();
      const args = await make(folder);
      const result = await inProcessCli(['convert', ...args, '--quiet'], {
        folder,
        environment: (await environment?.(folder)) ?? {},
      });
      expect(result).toMatchObject({ code, stdout: '' });
      expect(result.stderr).toMatch(says);
      expect(result.stderr.trim().split('\n')).toHaveLength(1);
      const left = await readdir(folder);
      expect(left.filter((name) => /\.(?:mp3|wav|part|json)/u.test(name))).toEqual([]);
    },
  );

  it('reads on when a document of the book is missing, and says so', async () => {
    const folder = await temporaryFolder();
    const [first, second, third] = smallBook.documents;
    const documents = [first, second && { ...second, missing: true }, third].filter((item) => item !== undefined);
    const book = await writeBook(folder, { ...smallBook, documents });
    const { code, stdout, stderr } = await inProcessCli(['chapters', book, '--json'], { folder });
    expect(code).toBe(0);
    expect(stderr).toContain('two.xhtml');
    const outline = JSON.parse(stdout) as {
      chapters: { title: string }[];
      leftOut: { document: string; reason: string }[];
    };
    expect(outline.chapters.map(({ title }) => title)).toEqual(['Morning', 'Night']);
    expect(outline.leftOut).toContainEqual(expect.objectContaining({ reason: 'missing' }));
  });
});
