import { describe, expect, it } from 'vitest';
import { FormulaReader } from '../../src/book/epub/math/formula-reader.ts';
import { findAll } from '../../src/book/epub/markup/markup-tree.ts';
import { parseContent } from '../../src/book/epub/markup/parse-markup.ts';
import { readBody, readFixture } from '../helpers/read-fixture.ts';

const power = '<msup><mi>x</mi><mn>2</mn></msup>';
const math = (content: string, attributes = ''): string =>
  `<math xmlns="http://www.w3.org/1998/Math/MathML"${attributes}>${content}</math>`;
const sentence = (formula: string): string => `<h1>T</h1><p>Here ${formula} is the area of the field.</p>`;

const cell = (content: string): string => `<mtd>${content}</mtd>`;
const picture = (alt: string, name = 'math'): string => `<img class="${name}" src="a.png" alt="${alt}"/>`;

describe('a formula', () => {
  it('is read in words, whatever its placeholder says', async () => {
    const alt = ' alttext="Alternative text not available"';
    expect(await readBody(sentence(math(power, alt)))).toContain('paragraph: Here x squared is the area of the field.');
    const prefixed = '<m:math xmlns:m="x"><m:mfrac><m:mi>a</m:mi><m:mi>b</m:mi></m:mfrac></m:math>';
    expect(await readBody(sentence(prefixed))).toContain('paragraph: Here a over b is the area of the field.');
  });

  it('is read in the language of the book', async () => {
    const documents = [{ path: 'a.xhtml', title: 'T', body: sentence(math(power)) }];
    const { chapters } = await readFixture({ documents, language: 'de' });
    expect(chapters[0]?.blocks[1]?.text).toContain('x Quadrat');
  });

  it('is read in the language of the text when the book declares another', async () => {
    const text =
      '<p>Es war ein kalter Morgen, und der Wind kam aus dem Norden über die Felder und das Dorf.</p>'.repeat(12);
    const formulas = sentence(math(power).repeat(40))
      .replaceAll('Here', 'Hier')
      .replaceAll('is the area of the field', '');
    const documents = [{ path: 'a.xhtml', title: 'T', body: `${formulas}${text}` }];
    const { metadata, chapters } = await readFixture({ documents, language: 'en-US' });
    expect(metadata.language).toBe('de');
    expect(chapters[0]?.blocks[1]?.text).toMatch(/^Hier x Quadrat x Quadrat/u);
    const announced = await readFixture({ documents, language: 'en-US' }, { math: 'announce' });
    expect(announced.chapters[0]?.blocks[1]?.text).toMatch(/^Hier Formel Formel/u);
  });

  it('has its alternative text where there are no rules for the language, otherwise is announced and counted', async () => {
    const body = sentence(`${math(power, ' alttext="x do kwadratu"')} i ${math(power, ' alttext="x^{2}"')}`);
    const { chapters, leftOut } = await readFixture({
      documents: [{ path: 'a.xhtml', title: 'T', body }],
      language: 'pl',
    });
    expect(chapters[0]?.blocks[1]?.text).toBe('Here x do kwadratu i wzór is the area of the field.');
    expect(leftOut).toContainEqual({ document: 'OEBPS/a.xhtml', reason: 'math', words: 1, about: '1 formula' });
  });

  it('is announced or skipped on request', async () => {
    const body = sentence(math(power));
    expect(await readBody(body, { math: 'announce' })).toContain('paragraph: Here formula is the area of the field.');
    expect(await readBody(body, { math: 'skip' })).toContain('paragraph: Here is the area of the field.');
  });

  it('that is huge or broken is announced', async () => {
    const huge = math('<mi>a</mi><mo>+</mo>'.repeat(2000));
    const deep = math(`${'<msqrt>'.repeat(100)}<mi>a</mi><mn>2</mn>${'</msqrt>'.repeat(100)}`);
    expect(await readBody(sentence(huge))).toContain('paragraph: Here formula is the area of the field.');
    expect(await readBody(sentence(deep))).toContain('paragraph: Here formula is the area of the field.');
    expect(await readBody(sentence(math('<mi>&#1;x&lt;</mi><nonsense a="&lt;"/>')))).toHaveLength(2);
  });

  it('as a picture is read inside a sentence alone, when its alternative text says something', async () => {
    expect(await readBody(sentence(picture('a plus b')))).toContain(
      'paragraph: Here a plus b is the area of the field.',
    );
    expect(await readBody(sentence(picture('Alternative text not available.')))).toContain(
      'paragraph: Here formula is the area of the field.',
    );
    expect(await readBody(sentence(picture('a dog', 'photo')))).toContain('paragraph: Here is the area of the field.');
    expect(await readBody(`<h1>T</h1><p>Text.</p><p>${picture('a plus b')}</p>`)).toEqual([
      'heading: T',
      'paragraph: Text.',
    ]);
  });

  it('in LaTeX is read as MathML is, and the text of a broken one is not lost', async () => {
    const body = `<h1>T</h1><p>At \\(t_0=3\\) and \\(t=4\\) it is \\[ \\left(\\frac{a}{b}\\right) \\\\[2pt] c \\] or $$x^2$$.</p><p>So\\(\\)\\begin{align*}a&amp;=b\\tag{3}\\end{align*}holds, and \\(\\frac{a}{b\\) is broken.</p>
      <p>It costs $$5 or <span class="math">\\(n\\)</span>, and <code>\\(a\\)</code> is a pattern (\\(open.</p>`;
    const { chapters, leftOut } = await readFixture({ documents: [{ path: 'a.xhtml', title: 'T', body }] });
    expect(chapters[0]?.blocks.map(({ text }) => text)).toEqual([
      'T',
      'At t sub 0 equals 3 and t equals 4 it is open paren a over b close paren times c or x squared.',
      'So a equals b holds, and frac a b is broken.',
      'It costs $$5 or n, and \\(a\\) is a pattern (\\(open.',
    ]);
    expect(leftOut).toEqual([]);
    const short = '<h1>T</h1><p>At \\(t_0\\) all, $x^2$ too.</p>';
    expect(await readBody(short, { math: 'skip' })).toContain('paragraph: At all, too.');
    expect(await readBody(short, { math: 'announce' })).toContain('paragraph: At formula all, formula too.');
  });

  it.each([
    ['$x^2 + y^2 = z^2$', 'x squared plus y squared equals z squared'],
    ['$n$', 'n'],
    ['$\\alpha$', 'alpha'],
    ['$f(x) < 3$', 'f of x is less than 3'],
    ['$AB = CD$', 'A B equals C D'],
    ['$\\text{cost of goods} = 5$', 'cost of goods equals 5'],
    ['$-1$', 'negative 1'],
    ['$5\\%$', '5 percent sign'],
  ])('between single dollars is read: %s', async (formula, words) => {
    const written = formula.replaceAll('<', '&lt;');
    expect(await readBody(sentence(written))).toContain(`paragraph: Here ${words} is the area of the field.`);
  });

  it.each([
    '$5-$10',
    '$5,000 (about £4,000/A$7,500) in all',
    'between $5 and US$ 7 or 8$',
    '$5 to 10$ or',
    '$5 + $10 = $15 is',
    'A$AP and Ke$ha sang, $HOME/$USER',
    '$5 = 4€ and 3$',
    '(some $3, others 4 of that$)',
    'costs $20m/$30m',
  ])('is not what stands between the dollars of money: %s', async (text) => {
    expect(await readBody(sentence(text))).toContain(`paragraph: Here ${text} is the area of the field.`);
  });

  it('in LaTeX that is hostile ends', async () => {
    const bombs = ['\\def\\a{\\a\\a}\\a', '{'.repeat(4000), `${'x^'.repeat(2400)}x`, 'x+'.repeat(4000)];
    const [, text = ''] = await readBody(`<h1>T</h1><p>${bombs.map((bomb) => `\\(${bomb}\\) so `).join('')}</p>`);
    expect(text.match(/so/gu)).toHaveLength(4);
  });

  it('that is one line of equations is not a table, and its empty cells are not read', async () => {
    const row = (name: string): string =>
      `<mtr>${cell('')}${cell(`<mi>${name}</mi>`)}${cell('<mo>=</mo><mn>2</mn>')}${cell('')}</mtr>`;
    const table = (...names: readonly string[]): string => `<mtable>${names.map(row).join('')}</mtable>`;
    expect(await readBody(sentence(math(`<mrow>${table('x')}</mrow>`)))).toContain(
      'paragraph: Here x equals 2 is the area of the field.',
    );
    const [, lines] = await readBody(sentence(math(table('x', 'y'))));
    expect(lines).toContain('2 lines');
    expect(lines).not.toContain('blank');
    const matrix = `<mo>(</mo><mtable><mtr>${cell('<mn>1</mn>')}${cell('')}</mtr></mtable><mo>)</mo>`;
    expect((await readBody(sentence(math(matrix))))[1]).toContain('matrix');
  });

  it('is not read beyond a number of elements, with a warning, and is read again when it was read before', () => {
    const reader = new FormulaReader({ mode: 'read', maxElements: 12 });
    reader.speech = () => 'words';
    const formulas = ['a', 'b', 'c', 'a', 'd'].map((name) => math(`<mi>${name}</mi><mo>+</mo><mn>1</mn>`)).join('');
    const elements = findAll(parseContent(formulas, { nesting: 100, elements: 100 }), 'math');
    expect(elements.map((element) => reader.read(element))).toEqual(['words', 'words', 'words', 'words', 'formula']);
    expect(reader.warnings).toEqual(['The book has very many formulas: 1 at the end is not read in words.']);
    expect(reader.takeUnread('a.xhtml')).toMatchObject([{ about: '1 formula' }]);
  });

  it.each(['<mi>', '<mn>', '<mtext>'])(
    'is announced when the time for formulas is up, and the book is read on: %s',
    (tag) => {
      const reader = new FormulaReader({ mode: 'read', maxSeconds: 0 });
      reader.speech = (markup) => {
        const { user: start } = process.cpuUsage();
        while (process.cpuUsage().user === start) markup.toUpperCase();
        return 'words';
      };
      const formulas = ['a', 'b', 'a']
        .map((name) => math(`${tag}${name}${tag.replace('<', '</')}<mo>+</mo><mn>1</mn>`))
        .join('');
      const elements = findAll(parseContent(formulas, { nesting: 100, elements: 100 }), 'math');
      expect(elements.map((element) => reader.read(element))).toEqual(['words', 'formula', 'words']);
      expect(reader.warnings).toEqual(['The book has very many formulas: 1 at the end is not read in words.']);
    },
  );
});
