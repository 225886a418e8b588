import { createHash } from 'node:crypto';

/**
 * @typedef {object} PdfLine
 * @property {number} x Points from the left.
 * @property {number} y Points from the top.
 * @property {number} size
 * @property {string} text Latin-1.
 */

/** @typedef {{ readonly lines: PdfLine[], readonly picture?: boolean }} PdfPageSource */
/** @typedef {{ readonly title: string, readonly page: number }} PdfBookmarkSource */

/**
 * Builds a small PDF in Courier, without compression. With a password it is encrypted (RC4, 128 bits; PDF 1.7, 7.6).
 *
 * @param {{ readonly pages: readonly PdfPageSource[], readonly outline?: readonly PdfBookmarkSource[], readonly info?: Readonly<Record<string, string>>, readonly password?: string }} spec
 * @returns {Uint8Array}
 */
export function smallPdf({ pages, outline = [], info = {}, password }) {
  const id = createHash('md5').update('audiobook small books').digest();
  const lock = password === undefined ? undefined : encryption(password, id);
  /** @type {Buffer[]} */
  const objects = [];
  /** @type {(make: (string: (text: string) => string, bytes: (data: Buffer) => Buffer) => Buffer | string) => number} */
  const add = (make) => {
    const number = objects.length + 1;
    const encrypt = (/** @type {Buffer} */ data) => (lock ? rc4(lock.keyOf(number), data) : data);
    objects.push(Buffer.from(make((text) => `<${encrypt(Buffer.from(text, 'latin1')).toString('hex')}>`, encrypt)));
    return number;
  };
  const catalog = 1;
  const tree = 2;
  const firstPage = 5;
  const outlineRoot = firstPage + 2 * pages.length;
  add(() => `<< /Type /Catalog /Pages ${tree} 0 R${outline.length > 0 ? ` /Outlines ${outlineRoot} 0 R` : ''} >>`);
  const kids = pages.map((_, index) => `${firstPage + 2 * index} 0 R`).join(' ');
  add(() => `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  add(() => '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>');
  add((_, bytes) =>
    stream(
      bytes(gradient),
      '/Type /XObject /Subtype /Image /Width 16 /Height 16 /ColorSpace /DeviceGray /BitsPerComponent 8 ',
    ),
  );
  pages.forEach(({ lines, picture }, index) => {
    const resources = picture ? '/XObject << /P 4 0 R >>' : '/Font << /F 3 0 R >>';
    const content = picture ? 'q 612 0 0 792 0 0 cm /P Do Q' : lines.map(showLine).join('\n');
    add(
      () =>
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Resources << ${resources} >> /Contents ${firstPage + 2 * index + 1} 0 R >>`,
    );
    add((_, bytes) => stream(bytes(Buffer.from(content, 'latin1'))));
  });
  if (outline.length > 0) {
    const last = outlineRoot + outline.length;
    add(() => `<< /Type /Outlines /Count ${outline.length} /First ${outlineRoot + 1} 0 R /Last ${last} 0 R >>`);
    outline.forEach(({ title, page }, index) => {
      const number = outlineRoot + 1 + index;
      const links = `${index > 0 ? ` /Prev ${number - 1} 0 R` : ''}${number < last ? ` /Next ${number + 1} 0 R` : ''}`;
      add(
        (string) =>
          `<< /Title ${string(title)} /Parent ${outlineRoot} 0 R${links} /Dest [${firstPage + 2 * page} 0 R /XYZ 0 792 0] >>`,
      );
    });
  }
  const infoObject = add(
    (string) =>
      `<< ${Object.entries(info)
        .map(([key, value]) => `/${key} ${string(value)}`)
        .join(' ')} >>`,
  );
  if (lock) objects.push(Buffer.from(lock.dictionary));
  const trailer = `/Root ${catalog} 0 R /Info ${infoObject} 0 R /ID [<${id.toString('hex')}> <${id.toString('hex')}>]`;
  return assemble(objects, lock ? `${trailer} /Encrypt ${objects.length} 0 R` : trailer);
}

const gradient = Buffer.from(Array.from({ length: 256 }, (_, index) => index));

/** @type {(line: PdfLine) => string} */
function showLine({ x, y, size, text }) {
  return `BT /F ${size} Tf ${x} ${792 - y} Td (${text.replaceAll(/[\\()]/gu, String.raw`\$&`)}) Tj ET`;
}

/** @type {(data: Buffer, entries?: string) => Buffer} */
function stream(data, entries = '') {
  return Buffer.concat([
    Buffer.from(`<< ${entries}/Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

/** @type {(objects: readonly Buffer[], trailer: string) => Uint8Array} */
function assemble(objects, trailer) {
  const parts = [Buffer.from('%PDF-1.7\n%\u00E2\u00E3\n', 'latin1')];
  let offset = parts[0]?.length ?? 0;
  const offsets = objects.map((body, index) => {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    const at = offset;
    parts.push(part);
    offset += part.length;
    return at;
  });
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const permissions = -4;

/**
 * The standard security handler, revision 3 (PDF 1.7, 7.6.3). Owner and user password are the same.
 *
 * @param {string} password
 * @param {Buffer} id
 */
function encryption(password, id) {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
  const owner = rc4Rounds(md5Rounds(padded, 51), padded);
  const allowed = Buffer.alloc(4);
  allowed.writeInt32LE(permissions);
  const key = md5Rounds(Buffer.concat([padded, owner, allowed, id]), 51);
  const check = rc4Rounds(key, createHash('md5').update(padding).update(id).digest());
  const user = Buffer.concat([check, Buffer.alloc(16)]);
  return {
    dictionary: `<< /Filter /Standard /V 2 /R 3 /Length 128 /P ${permissions} /O <${owner.toString('hex')}> /U <${user.toString('hex')}> >>`,
    /** @param {number} number */
    keyOf(number) {
      const suffix = Buffer.from([number & 255, (number >> 8) & 255, (number >> 16) & 255, 0, 0]);
      return createHash('md5').update(key).update(suffix).digest();
    },
  };
}

/** @type {(data: Buffer, rounds: number) => Buffer} */
function md5Rounds(data, rounds) {
  let digest = data;
  for (let round = 0; round < rounds; round += 1) digest = createHash('md5').update(digest).digest();
  return digest;
}

/** @type {(key: Buffer, data: Buffer) => Buffer} */
function rc4Rounds(key, data) {
  let result = data;
  for (let round = 0; round < 20; round += 1) result = rc4(Buffer.from(key.map((byte) => byte ^ round)), result);
  return result;
}

/** RC4, which Node no longer offers. @type {(key: Buffer, data: Buffer) => Buffer} */
function rc4(key, data) {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  /** @type {(a: number, b: number) => void} */
  const swap = (a, b) => {
    const kept = state[a] ?? 0;
    state[a] = state[b] ?? 0;
    state[b] = kept;
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255;
      j = (j + (state[i] ?? 0)) & 255;
      swap(i, j);
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
    }),
  );
}
