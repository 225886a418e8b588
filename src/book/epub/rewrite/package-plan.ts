import path from 'node:path';
import { AudiobookError } from '../../../core/errors.ts';
import type { ReadLimits } from '../../read-limits.ts';
import { decodeText } from '../package/decode-text.ts';
import { findPackagePath } from '../package/find-package-path.ts';
import type { Archive } from '../package/open-archive.ts';
import { parsePackageDocument } from '../package/package-document.ts';
import type { PackageDocument } from '../package/package-document.ts';
import { refuseDrm } from '../package/refuse-drm.ts';
import { placePackage } from './edit-package.ts';
import type { PlacedPackage } from './edit-package.ts';
import { editableText } from './editable-text.ts';
import { hrefFrom } from './navigation-document.ts';
import { valueOf } from './place-elements.ts';
import type { PlacedElement } from './place-elements.ts';

/** The package document of a book that is copied with changes. */
export interface SourcePackage {
  /** Name in the archive. */
  readonly path: string;
  readonly document: PackageDocument;
  readonly place: PlacedPackage;
  /** Whether it is older than EPUB 3. */
  readonly isOld: boolean;
}

/**
 * Reads the package document of a book that is copied with changes. Throws as reading a book does, and `book-unsupported` for
 * a book older than EPUB 2.
 */
export async function readSourcePackage(archive: Archive, limits: ReadLimits): Promise<SourcePackage> {
  await refuseDrm(archive, limits);
  const name = await findPackagePath(archive, limits);
  const bytes = await archive.read(name, limits.documentBytes);
  const place = placePackage(editableText(bytes), limits);
  const document = parsePackageDocument(decodeText(bytes), name, limits);
  const version = valueOf(place.root, 'version') ?? '2.0';
  const namespace = valueOf(place.root, place.root.name.includes(':') ? prefixedNamespace(place.root) : 'xmlns');
  if (!/^[23]/u.test(version) || namespace !== 'http://www.idpf.org/2007/opf') {
    throw new AudiobookError('book-unsupported', `The package document of the book has the version '${version}'.`);
  }
  return { path: name, document, place, isOld: version.startsWith('2') };
}

function prefixedNamespace({ name }: PlacedElement): string {
  return `xmlns:${name.slice(0, name.indexOf(':'))}`;
}

/** Names for the files and items that are added to a book, which none of its own has. */
export interface NewNames {
  /** Returns the name in the archive of an added file. */
  readonly file: (name: string) => string;
  /** Returns an id for the manifest. */
  readonly id: (preferred: string) => string;
  /** Returns the reference from the package document to a file. */
  readonly href: (file: string) => string;
}

/** Chooses a folder beside the package document that the book does not have. */
export function newNames(archive: Archive, { path: packagePath, place }: SourcePackage): NewNames {
  const base = path.posix.dirname(packagePath);
  const taken = new Set(archive.names.map((name) => name.normalize('NFC').toLowerCase()));
  const isTaken = (folder: string): boolean =>
    [...taken].some((name) => name === folder.toLowerCase() || name.startsWith(`${folder.toLowerCase()}/`));
  let folder = path.posix.join(base, 'read-along');
  for (let number = 2; isTaken(folder.normalize('NFC')); number += 1) {
    folder = path.posix.join(base, `read-along-${number}`);
  }
  // In a book, an id may stand anywhere in the package document.
  const { text } = place.source;
  const ids = new Set([...text.matchAll(/\sid\s*=\s*["']\s*([^"']*?)\s*["']/gu)].map(([, id]) => id));
  const prefix = path.posix.basename(folder);
  return {
    file: (name) => path.posix.join(folder, name),
    id(preferred) {
      let id = `${prefix}-${preferred}`;
      for (let number = 2; ids.has(id); number += 1) id = `${prefix}-${preferred}-${number}`;
      ids.add(id);
      return id;
    },
    href: (file) => hrefFrom(base, file),
  };
}
