import { AudiobookError } from '../../../core/errors.ts';
import type { ReadLimits } from '../../read-limits.ts';
import type { Archive } from './open-archive.ts';
import { decodeText } from './decode-text.ts';
import { attribute, findAll } from '../markup/markup-tree.ts';
import { parseXml } from '../markup/parse-markup.ts';

/** Algorithms that only obfuscate fonts: Adobe's and that of the EPUB standard (OCF 4). */
const fontAlgorithms = new Set(['http://ns.adobe.com/pdf/enc#RC', 'http://www.idpf.org/2008/embedding']);

/** Fonts, style sheets, pictures, sound and films. */
const otherThanText =
  /\.(?:otf|ttf|woff2?|css|png|jpe?g|gif|webp|avif|mp3|m4[abv]|aac|mp4|og[gavx]|opus|wav|flac|web[ma]|mov|avi|mpe?g)$/iu;

/** Throws `book-drm`, with the name of the system, when the text is encrypted. Obfuscated fonts are allowed. */
export async function refuseDrm(archive: Archive, limits: ReadLimits): Promise<void> {
  const encryption = await readIfPresent(archive, 'META-INF/encryption.xml', limits);
  const encrypted = encryption === undefined ? [] : encryptedFiles(encryption, limits);
  const textIsEncrypted = encrypted.some((name) => !otherThanText.test(name));
  // A licence document alone shows that the book is protected, even without the list of encrypted files.
  const hasLicence = archive.find('META-INF/license.lcpl') !== undefined;
  if (!textIsEncrypted && !hasLicence) return;
  const system = await drmSystem(archive, encryption ?? '', limits);
  throw new AudiobookError(
    'book-drm',
    `The book is protected by DRM (${system}) and cannot be read. Use a copy without DRM.`,
  );
}

function encryptedFiles(encryption: string, limits: ReadLimits): string[] {
  return findAll(parseXml(encryption, limits), 'encrypteddata')
    .filter((data) => {
      const algorithm = findAll(data, 'encryptionmethod')[0];
      // Without an algorithm, the entry may only describe compression.
      if (algorithm === undefined && findAll(data, 'compression').length > 0) return false;
      return !fontAlgorithms.has((algorithm && attribute(algorithm, 'Algorithm')) ?? '');
    })
    .flatMap((data) => findAll(data, 'cipherreference').map((reference) => attribute(reference, 'URI') ?? ''));
}

async function drmSystem(archive: Archive, encryption: string, limits: ReadLimits): Promise<string> {
  const rights = (await readIfPresent(archive, 'META-INF/rights.xml', limits)) ?? '';
  if (archive.find('META-INF/license.lcpl') !== undefined || encryption.includes('readium.org/2014/01/lcp')) {
    return 'Readium LCP';
  }
  if (archive.find('META-INF/sinf.xml') !== undefined || encryption.includes('apple.com')) return 'Apple FairPlay';
  if (/kobo/iu.test(rights + encryption)) return 'Kobo';
  if (/ns\.adobe\.com\/adept/iu.test(rights + encryption)) return 'Adobe ADEPT';
  return 'unknown system';
}

async function readIfPresent(archive: Archive, path: string, limits: ReadLimits): Promise<string | undefined> {
  const name = archive.find(path);
  return name === undefined ? undefined : decodeText(await archive.read(name, limits.documentBytes));
}
