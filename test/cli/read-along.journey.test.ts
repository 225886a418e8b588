import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildDocx, paragraph, run as wordRun } from '../helpers/docx-builder.ts';
import { epubcheckAll, noEpubcheck } from '../helpers/epubcheck.ts';
import { tinyPng } from '../helpers/epub-builder.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { textIn, unzip } from '../helpers/unzip.ts';

const tinyGif = Buffer.from('R0lGODlhAgACAIAAAAAAAP///yH5BAAAAAAALAAAAAACAAIAAAIChFEAOw==', 'base64');
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" data-x="1"><defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient></defs><script>x</script><title>T</title><g id="g" class="c" style="fill: red"><path d="M0 0h9" fill="url(#a)"/><use href="#a"/></g><use href="#g" x="1"/><text x="1" y="2" font-size="3">T<tspan>u</tspan></text></svg>`;

/** Beginning of each clip in milliseconds, by the document and id that it marks. */
async function clipsIn(file: string): Promise<Map<string, number>> {
  const files = await unzip(file);
  const overlays = files.filter(({ name }) => name.endsWith('.smil')).map(({ bytes }) => bytes.toString());
  const clips = overlays.join('').matchAll(/<text src="([^"]+)"\/><audio src="[^"]+" clipBegin="([\d.]+)s"/gu);
  return new Map([...clips].map(([, reference = '', begin]) => [reference, Number(begin) * 1000]));
}

describe('audiobook read-along', () => {
  it('makes of the finished audio what the conversion would have made, and refuses what is not that book and audio', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const run = async (...args: string[]) => await inProcessCli(args, { folder });
    const convert = ['convert', 'small.epub', '--provider', 'embedded', '-o', 'book.m4b', '-q'];
    const audio = async (): Promise<Buffer> => await readFile(path.join(folder, 'book.m4b'));
    expect(await run(...convert)).toMatchObject({ code: 0, stderr: '' });
    const plain = await audio();
    convert.push('--read-along', '--subtitles', 'srt,vtt');
    expect(await run(...convert)).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(await readFile(path.join(folder, 'book.m4b.report.json'), 'utf8'))).toMatchObject({
      segments: { spoken: 0 },
    });
    expect((await audio()).equals(plain)).toBe(true);
    const made = path.join(folder, 'book.read-along.epub');
    const expectedClips = await clipsIn(made);
    expect(expectedClips.size).toBe(9);
    await rename(made, path.join(folder, 'first.epub'));

    const later = await run('read-along', 'small.epub', 'book.m4b');
    expect(later).toMatchObject({ code: 0, stderr: '', stdout: `${made}\n` });
    const clips = await clipsIn(made);
    expect([...clips.keys()]).toEqual([...expectedClips.keys()]);
    for (const [reference, begin] of clips)
      expect(Math.abs(begin - (expectedClips.get(reference) ?? 0))).toBeLessThanOrEqual(1);
    const [before, after] = [await unzip(path.join(folder, 'first.epub')), await unzip(made)];
    expect(textIn(after, 'OEBPS/one.xhtml')).toBe(textIn(before, 'OEBPS/one.xhtml'));

    expect(await run('read-along', 'small.epub', 'book.m4b')).toMatchObject({ code: 2 });
    const again = ['read-along', 'small.epub', 'book.m4b', '-o', 'again.epub', '--subtitles', 'srt,vtt'];
    const subtitles = ['book.srt', 'book.vtt'].map((name) => path.join(folder, name));
    const texts = await Promise.all(subtitles.map(async (file) => await readFile(file, 'utf8')));
    expect((await run(...again)).stderr).toMatch(/book\.srt exists/u);
    await Promise.all(subtitles.map(async (file) => await rm(file)));
    const [madeAgain, ...written] = (await run(...again)).stdout.trimEnd().split('\n');
    expect([madeAgain, written]).toEqual([path.join(folder, 'again.epub'), subtitles]);
    expect(await Promise.all(subtitles.map(async (file) => await readFile(file, 'utf8')))).toEqual(texts);
    const words = await run('read-along', 'small.epub', 'book.m4b', '-o', 'words.epub', '--unit', 'word');
    expect(words).toMatchObject({ code: 0, stderr: '' });
    expect((await clipsIn(path.join(folder, 'words.epub'))).size).toBeGreaterThan(40);

    const inMp3 = await run('read-along', 'small.epub', 'book.m4b', '-o', 'mp3.epub', '--read-along-audio', 'mp3');
    expect(inMp3).toMatchObject({ code: 0, stderr: '' });
    expect(await clipsIn(path.join(folder, 'mp3.epub'))).toEqual(clips);
    const sounds = (await unzip(path.join(folder, 'mp3.epub'))).filter(({ name }) => name.endsWith('.mp3'));
    expect(sounds.map(({ bytes }) => bytes.toString('latin1', 0, 3))).toEqual(['ID3', 'ID3', 'ID3']);

    const refused = async (...args: string[]) => (await run('read-along', ...args, '-o', 'no.epub')).stderr;
    await writeBook(folder, { documents: [{ path: 'a.xhtml', title: 'A', body: '<p>Another.</p>' }] }, 'other.epub');
    expect(await refused('other.epub', 'book.m4b')).toMatch(/other\.epub is not the book that was spoken/u);
    expect(await refused('small.epub', 'none.m4b')).toMatch(/There is no report .*none\.m4b\.report\.json/u);
    const report = path.join(folder, 'book.m4b.report.json');
    const { times, ...untimed } = JSON.parse(await readFile(report, 'utf8')) as Record<string, unknown>;
    expect(times).toBeDefined();
    await appendFile(path.join(folder, 'book.m4b'), 'x');
    expect(await refused('small.epub', 'book.m4b')).toMatch(/book\.m4b was changed/u);
    await writeFile(report, JSON.stringify(untimed));
    expect(await refused('small.epub', 'book.m4b')).toMatch(/no times of sentences/u);
  });

  it('keeps what is set off and the pictures in books that are not EPUB, and makes a valid EPUB of them', async () => {
    const folder = await temporaryFolder();
    const italic = '<w:r><w:rPr><w:i/></w:rPr><w:t>nobody woke</w:t></w:r>';
    await writeFile(
      path.join(folder, 'a.md'),
      '# Morning\n\nThe kettle sang, and *nobody woke. Not* one **of them**.\n\n- ![](a.gif) Tea.\n\n![A <b>](d.svg)\n',
    );
    await writeFile(path.join(folder, 'a.gif'), tinyGif);
    await writeFile(path.join(folder, 'd.svg'), drawing);
    const picture = '<w:r><w:drawing><wp:docPr descr="A kettle"/><a:blip r:embed="r1"/></w:drawing></w:r>';
    const [sang, end] = [`${wordRun('The kettle sang, and ')}${italic}${wordRun('.')}`, wordRun('Then it was day.')];
    const docx = await buildDocx({
      body: [sang, picture, end].map((content) => paragraph(content)).join(''),
      relations: '<Relationship Id="r1" Target="media/1.png"/>',
      entries: [{ name: 'word/media/1.png', data: tinyPng }],
    });
    await writeFile(path.join(folder, 'b.docx'), docx);
    for (const name of ['a.md', 'b.docx']) {
      const convert = ['convert', name, '--provider', 'embedded', '-o', `${name}.wav`, '--read-along', '-q'];
      expect(await inProcessCli(convert, { folder })).toMatchObject({ code: 0, stderr: '' });
    }
    const made = ['a.md', 'b.docx'].map((name) => path.join(folder, `${name}.read-along.epub`));
    const pages = await Promise.all(
      made.map(async (file) => textIn(await unzip(file), 'OEBPS/text/chapter-001.xhtml')),
    );
    expect(pages[0]).toContain(
      'and <em>nobody woke.</em></span> <span id="s3"><em>Not</em> one <strong>of them</strong>.</span>',
    );
    expect(pages[0]?.match(/<li>|<figure|alt="[^"]*"/gu)).toEqual([
      '<figure',
      'alt=""',
      '<li>',
      '<figure',
      'alt="A &lt;b&gt;"',
    ]);
    expect(pages[1]).toMatch(
      /and <em>nobody woke<\/em>\.<\/span><\/p>\n<figure class="picture"><img src="\.\.\/pictures\/[\da-f]{32}\.png" alt="A kettle"\/><\/figure>\n<p>/u,
    );
    const messages = noEpubcheck ? [] : await epubcheckAll(made);
    expect(messages.flat()).toEqual([]);
  });
});
