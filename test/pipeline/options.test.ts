import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandEntries } from '../../src/cli/command-entries.ts';
import { optionRows } from '../helpers/option-rows.ts';
import { narratedConversionOptions } from '../../src/pipeline/options/conversion-options.ts';
import { parseOption, parseOptions, pickOptions } from '../../src/pipeline/options/option.ts';
import type { Option } from '../../src/pipeline/options/option.ts';
import { bookChoices, readingOptions } from '../../src/pipeline/options/reading-options.ts';
import { formFields } from '../../src/server/fields/form-fields.ts';
import { fieldValues } from '../../src/server/fields/parse-fields.ts';

const options = Object.entries<Option>(narratedConversionOptions);
const source = path.join(import.meta.dirname, '../../src');

describe('the options of a conversion', () => {
  it('have a flag each, and a field or one word why there is none', () => {
    const flags = options.map(([, { flag }]) => /--[\w-]+/u.exec(flag ?? '')?.[0]);
    expect(new Set(flags).size).toBe(options.length);
    expect(flags).not.toContain(undefined);
    const fields = options.flatMap(([, { field }]) => field ?? []);
    expect(new Set(fields).size).toBe(fields.length);
    for (const [name, { field, cliOnly }] of options) {
      expect([name, field === undefined]).toEqual([name, /^\w+$/u.test(cliOnly ?? '')]);
    }
  });

  it('are each read by a file that does not declare them', async () => {
    const names = await readdir(source, { recursive: true });
    const readers = names.filter((name) => name.endsWith('.ts') && !/^(?:pipeline\/options|web)\//u.test(name));
    const texts = await Promise.all(readers.map(async (name) => await readFile(path.join(source, name), 'utf8')));
    const code = texts.join('\n');
    const unread = options.map(([name]) => name).filter((name) => !new RegExp(String.raw`\b${name}\b`, 'u').test(code));
    expect(unread, 'accepted, but read nowhere in src/: read it from the request in the step that it changes').toEqual(
      [],
    );
  });

  it.each(options.filter(([, { expected, secret }]) => !secret && expected !== undefined))(
    '%s refuses a blank and a very long text with what it expects',
    (name, option) => {
      for (const text of [' ', 'x'.repeat(5000)]) {
        if (option.isPath && text !== ' ') continue;
        expect(() => parseOption(name, option, text)).toThrow(/^Invalid [\w -]+ '.{0,100}'\. Expected .+\.$/u);
      }
    },
  );

  it('turn texts into values', () => {
    const values = parseOptions(narratedConversionOptions, {
      chapters: '1,3-5',
      maxPartSeconds: '90m',
      waitMs: '1.5',
      tags: ['year=1813', 'title=A = B'],
      subtitles: 'VTT, srt,vtt',
      acx: true,
      temperature: '0.5',
      include: 'copyright',
    });
    expect(values).toEqual({
      chapters: [1, 3, 4, 5],
      maxPartSeconds: 5400,
      waitMs: 1500,
      tags: { year: '1813', title: 'A = B' },
      subtitles: ['vtt', 'srt'],
      acx: true,
      temperature: 0.5,
      include: ['copyright'],
    });
    expect(pickOptions(readingOptions, values)).toEqual({ include: ['copyright'] });
  });

  it('take a tag of any length', () => {
    const description = 'word '.repeat(4000).trim();
    expect(parseOptions(narratedConversionOptions, { tags: [`description=${description}`] })).toEqual({
      tags: { description },
    });
  });

  it.each([
    [{ ocrLanguage: 'de' }, { ocr: true, ocrLanguage: 'de' }],
    [
      { ocr: false, ocrLanguage: 'de' },
      { ocr: false, ocrLanguage: undefined },
    ],
    [{}, { ocr: false, ocrLanguage: undefined }],
  ])('turn on text recognition by its language, unless it is turned off: %j', (given, choices) => {
    expect(bookChoices(given)).toMatchObject(choices);
  });
});

describe('the fields of a job on disk', () => {
  it('are read as the caller sent them, and as older versions kept them', () => {
    const sent = { max_chapters: '2', allow_gaps: 'false', exclude: ['Noon', 'Night'], loudness: 'off' };
    const values = { maxChapters: 2, allowGaps: false, exclude: ['Noon', 'Night'], loudness: 'off' };
    expect(fieldValues(formFields.audiobook, sent)).toEqual(values);
    expect(fieldValues(formFields.audiobook, { ...sent, max_chapters: 2 })).toEqual(values);
  });
});

describe('the rows for the documents', () => {
  it('have every flag of every command', async () => {
    const rows = await optionRows();
    const commands = new Set(rows.map(({ command }) => command.replace(/ .*/u, '')));
    // `completion` has no flags.
    const names = commandEntries.map(({ name }) => name).filter((name) => name !== 'completion');
    expect([...commands]).toEqual(names);
    expect(rows.map(({ command }) => command)).toEqual(expect.arrayContaining(['voices install', 'token add']));
    expect(rows.find(({ command, flag }) => command === 'convert' && flag.startsWith('--notes'))).toEqual({
      command: 'convert',
      heading: 'Reading the book',
      flag: '--notes <mode>',
      description: expect.stringContaining('footnotes'),
      choices: ['skip', 'inline', 'end'],
      default: 'skip',
      field: 'notes',
      cliOnly: undefined,
    });
    for (const { description } of rows) expect(description).toMatch(/^[\w-].*[^.]$/u);
  });
});
