import { buildZip } from './epub-builder.ts';
import type { ZipEntry } from './epub-builder.ts';

/** The parts of a Word document; each is the content of its root element. */
export interface DocxOptions {
  readonly body: string;
  readonly styles?: string;
  readonly footnotes?: string;
  readonly endnotes?: string;
  readonly core?: string;
  readonly relations?: string;
  readonly entries?: readonly ZipEntry[];
}

const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"',
].join(' ');

/** Builds a Word document (DOCX). */
export async function buildDocx({ body, entries = [], ...parts }: DocxOptions): Promise<Buffer> {
  const files = [
    xml('word/document.xml', 'w:document', `<w:body>${body}</w:body>`),
    xml('word/styles.xml', 'w:styles', parts.styles ?? ''),
    xml('word/footnotes.xml', 'w:footnotes', parts.footnotes ?? ''),
    xml('word/endnotes.xml', 'w:endnotes', parts.endnotes ?? ''),
    xml('docProps/core.xml', 'cp:coreProperties', parts.core ?? ''),
    xml('word/_rels/document.xml.rels', 'Relationships', parts.relations ?? ''),
    {
      name: '[Content_Types].xml',
      data: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
  ];
  return await buildZip([...files, ...entries]);
}

/** Writes a run of text with properties. */
export function run(text: string, properties = ''): string {
  return `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

/** Writes a paragraph of runs with a style. */
export function paragraph(content: string, style = '', properties = ''): string {
  const named = style === '' ? '' : `<w:pStyle w:val="${style}"/>`;
  return `<w:p><w:pPr>${named}${properties}</w:pPr>${content}</w:p>`;
}

function xml(name: string, root: string, content: string): ZipEntry {
  return { name, data: `<?xml version="1.0" encoding="UTF-8"?><${root} ${namespaces}>${content}</${root}>` };
}
