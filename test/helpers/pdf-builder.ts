/** A piece of text on a page. `x` counts from the left and `y` from the top, in points. */
export interface PdfText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
  /**
   * `mono`, `bold`, `serif`, `unicode`, or one of `PdfSpec.fonts`. In `mono` (Courier) every character is 0.6 of the size wide.
   * `unicode` has all characters, each as wide as its size; U+E000 is a ligature that means lam and alef.
   */
  readonly font?: string;
  /** How far its top leans to the right, as a share of its height. */
  readonly slant?: number;
  /** Degrees, counterclockwise. */
  readonly angle?: number;
}

/** An image of a PDF: the entries of its dictionary but for its length, and its data. The same one is stored once. */
export interface PdfImage {
  readonly entries: string;
  readonly data: Uint8Array;
  readonly mask?: PdfImage;
}

/** An image on a page. `x` counts from the left and `y` from the top, in points. */
export interface PlacedImage {
  readonly image: PdfImage;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Its description in the structure of the document. */
  readonly alt?: string;
  /** No content of the page. */
  readonly isArtifact?: boolean;
  /** Turned by a quarter, counterclockwise. */
  readonly isTurned?: boolean;
}

/** A page to build. Lengths in points. */
export interface PdfPageSpec {
  readonly texts: readonly PdfText[];
  readonly images?: readonly PlacedImage[];
  /** Operators before the text. */
  readonly content?: string;
  readonly width?: number;
  readonly height?: number;
  readonly rotate?: number;
}

/** A bookmark to build. */
export interface PdfBookmark {
  readonly title: string;
  /** Index of the page, from 0. */
  readonly page: number;
  /** Distance from the top of the page, in points. */
  readonly y?: number;
  readonly children?: readonly PdfBookmark[];
}

/** A font of a PDF, whose characters are as wide as those of `mono`, and which is not in the file. */
export interface PdfFont {
  /** `/BaseFont` and other entries of its dictionary. */
  readonly entries: string;
  /** Entries of its descriptor; it has none without. */
  readonly descriptor?: string;
}

/** A PDF to build. */
export interface PdfSpec {
  readonly fonts?: Readonly<Record<string, PdfFont>>;
  readonly pages: readonly PdfPageSpec[];
  readonly info?: Readonly<Record<string, string>>;
  readonly language?: string;
  readonly outline?: readonly PdfBookmark[];
}

/** Builds a small PDF, uncompressed and with the same bytes for the same input. */
export function buildPdf(spec: PdfSpec): Uint8Array {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const reserve = () => add('');
  const [catalog, tree, info] = [reserve(), reserve(), reserve()];
  const fonts = [addFonts(add), ...addOwnFonts(spec.fonts ?? {}, add)].join(' ');
  const height = (index: number) => spec.pages[index]?.height ?? 792;
  const images = new Map<PdfImage, number>();
  const structure = new PdfStructure();
  const pages = spec.pages.map((page, index) => {
    const placed = page.images ?? [];
    const names = placed.map(({ image }) => addImage(image, images, add));
    const content = [
      page.content ?? '',
      ...placed.map((image, at) => structure.mark(image, index, showImage(image, names[at] ?? 0, page.height ?? 792))),
      ...page.texts.map((text) => showText(text, page.height ?? 792)),
    ].join('\n');
    const pictures = names.map((name) => `/X${name} ${name} 0 R`).join(' ');
    const stream = add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    const rotate = page.rotate === undefined ? '' : ` /Rotate ${page.rotate}`;
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${page.width ?? 612} ${page.height ?? 792}]${rotate} /StructParents ${index} /Resources << /Font << ${fonts} >> /XObject << ${pictures} >> >> /Contents ${stream} 0 R >>`,
    );
  });
  objects[tree - 1] =
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] >>`;
  const outline = spec.outline === undefined ? undefined : addOutline(spec.outline, pages, height, objects);
  const language = spec.language === undefined ? '' : ` /Lang (${spec.language})`;
  const figures = structure.add(pages, add);
  objects[catalog - 1] =
    `<< /Type /Catalog /Pages ${tree} 0 R${outline === undefined ? '' : ` /Outlines ${outline} 0 R`}${language}${figures} >>`;
  objects[info - 1] = `<< ${Object.entries(spec.info ?? {})
    .map(([key, value]) => `/${key} ${textString(value)}`)
    .join(' ')} >>`;
  return assemble(objects, catalog, info);
}

/** Returns lines of text below each other, in Courier by default. */
export function column(
  x: number,
  y: number,
  lines: readonly string[],
  more: Partial<PdfText> & { readonly leading?: number } = {},
): PdfText[] {
  const { leading = (more.size ?? 10) * 1.2, ...rest } = more;
  return lines.map((text, index) => ({ x, y: y + index * leading, text, ...rest }));
}

/** Breaks a text into lines of at most `width` characters. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Returns a PDF file of numbered objects with a cross-reference table. */
export function assemble(objects: readonly string[], catalog: number, info?: number): Uint8Array {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R${info === undefined ? '' : ` /Info ${info} 0 R`} >>\n`;
  return Buffer.from(`${file}startxref\n${start}\n%%EOF\n`, 'latin1');
}

function addImage(image: PdfImage, images: Map<PdfImage, number>, add: (body: string) => number): number {
  const known = images.get(image);
  if (known !== undefined) return known;
  const mask = image.mask ? ` /SMask ${addImage(image.mask, images, add)} 0 R` : '';
  const data = Buffer.from(image.data).toString('latin1');
  const head = `<< /Type /XObject /Subtype /Image ${image.entries}${mask} /Length ${data.length} >>`;
  const number = add(`${head}\nstream\n${data}\nendstream`);
  images.set(image, number);
  return number;
}

function showImage({ x, y, width, height, isTurned }: PlacedImage, name: number, pageHeight: number): string {
  const bottom = pageHeight - y - height;
  const matrix = isTurned ? `0 ${height} -${width} 0 ${x + width} ${bottom}` : `${width} 0 0 ${height} ${x} ${bottom}`;
  return `q ${matrix} cm /X${name} Do Q`;
}

/** The figures of a tagged document. */
class PdfStructure {
  readonly #alts: { readonly page: number; readonly part: number; readonly alt: string }[] = [];

  mark({ alt, isArtifact }: PlacedImage, page: number, operators: string): string {
    if (isArtifact) return `/Artifact BMC ${operators} EMC`;
    if (alt === undefined) return operators;
    const part = this.#alts.filter((one) => one.page === page).length;
    this.#alts.push({ page, part, alt });
    return `/Figure << /MCID ${part} >> BDC ${operators} EMC`;
  }

  /** Returns the entries of the catalog. */
  add(pages: readonly number[], add: (body: string) => number): string {
    if (this.#alts.length === 0) return '';
    const root = add('null') + this.#alts.length + 1;
    const figures = this.#alts.map(({ page, part, alt }) => ({
      page,
      number: add(
        `<< /Type /StructElem /S /Figure /P ${root} 0 R /Pg ${pages[page]} 0 R /K ${part} /Alt ${textString(alt)} >>`,
      ),
    }));
    const parents = [...new Set(figures.map(({ page }) => page))].map((page) => {
      const own = figures.filter((one) => one.page === page).map(({ number }) => `${number} 0 R`);
      return `${page} [${own.join(' ')}]`;
    });
    const kids = figures.map(({ number }) => `${number} 0 R`).join(' ');
    add(`<< /Type /StructTreeRoot /K [${kids}] /ParentTree << /Nums [${parents.join(' ')}] >> >>`);
    return ` /MarkInfo << /Marked true >> /StructTreeRoot ${root} 0 R`;
  }
}

function addFonts(add: (body: string) => number): string {
  const named = [
    ['mono', 'Courier'],
    ['bold', 'Courier-Bold'],
    ['serif', 'Times-Roman'],
  ].map(([name, base]) => {
    const font = add(`<< /Type /Font /Subtype /Type1 /BaseFont /${base} /Encoding /WinAnsiEncoding >>`);
    return `/${name} ${font} 0 R`;
  });
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Same def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
100 beginbfrange
${Array.from({ length: 100 }, (_, high) => bfrange(high)).join('\n')}
endbfrange
100 beginbfrange
${Array.from({ length: 100 }, (_, high) => bfrange(high + 100)).join('\n')}
endbfrange
56 beginbfrange
${Array.from({ length: 56 }, (_, high) => bfrange(high + 200)).join('\n')}
endbfrange
1 beginbfchar <E000> <06440627> endbfchar
endcmap end end`;
  const toUnicode = add(`<< /Length ${map.length} >>\nstream\n${map}\nendstream`);
  const descriptor = add(
    '<< /Type /FontDescriptor /FontName /Any /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  );
  const descendant = add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 /FontDescriptor ${descriptor} 0 R >>`,
  );
  const unicode = add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${toUnicode} 0 R >>`,
  );
  return [...named, `/unicode ${unicode} 0 R`].join(' ');
}

function addOwnFonts(fonts: Readonly<Record<string, PdfFont>>, add: (body: string) => number): string[] {
  const widths = `/FirstChar 32 /LastChar 255 /Widths [${'600 '.repeat(224)}]`;
  return Object.entries(fonts).map(([name, { entries, descriptor }]) => {
    const described =
      descriptor === undefined ? '' : ` /FontDescriptor ${add(`<< /Type /FontDescriptor ${descriptor} >>`)} 0 R`;
    const type = entries.includes('/Subtype') ? '' : '/Subtype /TrueType /Encoding /WinAnsiEncoding';
    return `/${name} ${add(`<< /Type /Font ${type} ${entries} ${widths}${described} >>`)} 0 R`;
  });
}

function bfrange(high: number): string {
  const page = high.toString(16).padStart(2, '0');
  return `<${page}00> <${page}FF> <${page}00>`;
}

function showText({ x, y, text, size = 10, font = 'mono', angle = 0, slant = 0 }: PdfText, height: number): string {
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)].map((value) => value.toFixed(5));
  const [up, over] = [(Number(cos) + slant * Number(sin)).toFixed(5), (slant * Number(cos) - Number(sin)).toFixed(5)];
  return `BT /${font} ${size} Tf ${cos} ${sin} ${over} ${up} ${x} ${(height - y).toFixed(3)} Tm ${font === 'unicode' ? hex(text) : winAnsi(text)} Tj ET`;
}

/** Codes of WinAnsi characters outside Latin-1 that books use. */
const winAnsiCodes = new Map([
  ['…', 0x85],
  ['†', 0x86],
  ['‡', 0x87],
  ['‘', 0x91],
  ['’', 0x92],
  ['“', 0x93],
  ['”', 0x94],
  ['•', 0x95],
  ['–', 0x96],
  ['—', 0x97],
]);

function winAnsi(text: string): string {
  const bytes = Array.from(text).map((character) => winAnsiCodes.get(character) ?? character.codePointAt(0) ?? 0x3f);
  return `<${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}>`;
}

function hex(text: string): string {
  return `<${Array.from(text)
    .map((character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
    .join('')}>`;
}

function textString(value: string): string {
  return `<feff${Buffer.from(value, 'utf16le').swap16().toString('hex')}>`;
}

function addOutline(
  bookmarks: readonly PdfBookmark[],
  pages: readonly number[],
  height: (index: number) => number,
  objects: string[],
): number {
  const root = objects.push('');
  const level = (items: readonly PdfBookmark[], parent: number): readonly number[] => {
    const own = items.map(() => objects.push(''));
    for (const [index, item] of items.entries()) {
      const children = level(item.children ?? [], own[index] ?? 0);
      const target = item.y === undefined ? '/Fit' : `/XYZ 0 ${height(item.page) - item.y} 0`;
      const links = [
        index > 0 ? `/Prev ${own[index - 1]} 0 R` : '',
        index < own.length - 1 ? `/Next ${own[index + 1]} 0 R` : '',
        children.length > 0 ? `/First ${children[0]} 0 R /Last ${children.at(-1)} 0 R /Count ${children.length}` : '',
      ].join(' ');
      objects[(own[index] ?? 1) - 1] =
        `<< /Title ${textString(item.title)} /Parent ${parent} 0 R /Dest [${pages[item.page]} 0 R ${target}] ${links} >>`;
    }
    return own;
  };
  const top = level(bookmarks, root);
  objects[root - 1] = `<< /Type /Outlines /First ${top[0]} 0 R /Last ${top.at(-1)} 0 R /Count ${top.length} >>`;
  return root;
}
