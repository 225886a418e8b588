import { describe, expect, it } from 'vitest';
import { didYouMean } from '../../src/core/strings/closest-names.ts';
import { runMany } from '../helpers/run-many.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

describe('didYouMean', () => {
  it('asks about up to three close names, and about nothing that is far', () => {
    expect(didYouMean('mp33', ['mp3', 'm4b'])).toBe(" Did you mean 'mp3'?");
    expect(didYouMean(' Pod', ['podcast', 'summary'])).toBe(" Did you mean 'podcast'?");
    expect(didYouMean('voice', ['voice-a', 'voice-b'])).toBe(" Did you mean 'voice-a' or 'voice-b'?");
    expect(didYouMean('bahs', ['bash', 'fish'])).toBe(" Did you mean 'bash'?");
    expect(didYouMean('Mornign', ['Morning', 'Noon'])).toBe(" Did you mean 'Morning'?");
    expect(didYouMean('sltt', ['flite:slt', 'flite:kal', 'kokoro:af_heart'])).toBe(" Did you mean 'flite:slt'?");
    expect(didYouMean('af_hart', ['flite:slt', 'kokoro:af_heart'])).toBe(" Did you mean 'kokoro:af_heart'?");
    expect(didYouMean('piper:slt', ['flite:kal', 'x:y'])).toBe('');
    expect(didYouMean('xyz', ['mp3', 'm4b'])).toBe('');
  });
});

describe('a word that is nearly right', () => {
  it('brings the right one, whatever it names', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const convert = ['convert', 'small.epub', '--provider', 'embedded'];
    const cases: readonly (readonly [argv: readonly string[], hint: string])[] = [
      [['convrt', 'small.epub'], 'Did you mean convert?'],
      [['voices', 'instal', 'kokoro'], "Did you mean 'install'?"],
      [['convert', 'small.epub', '--chapterz', '1'], 'Did you mean --chapters?'],
      [['convert', 'small.epub', '--provider', 'kokorro'], "Did you mean 'kokoro'?"],
      [[...convert, '--format', 'mp33'], "Did you mean 'mp3'?"],
      [[...convert, '--voice', 'flite:slx'], "Did you mean 'flite:slt'"],
      [[...convert, '--voice', 'sltt'], "audiobook: Unknown voice 'sltt'. Did you mean 'flite:slt'"],
      [[...convert, '--chapters', 'Mornign'], "Did you mean 'Morning'?"],
      [[...convert, '--translate', 'Frensh'], "Did you mean 'French'"],
      [['audiobook', 'small.epub', '--task', 'podcasts'], "Did you mean 'podcast'?"],
      [['prompts', 'show', 'sumary'], "Did you mean 'summary'?"],
      [['completion', 'bahs'], "Did you mean 'bash'?"],
    ];
    const results = await runMany(
      cases.map(([argv]) => ({ argv })),
      { folder },
    );
    const shown = cases.map(([argv, hint], index) => [
      argv,
      results[index]?.code,
      results[index]?.stderr.includes(hint),
    ]);
    expect(shown).toEqual(cases.map(([argv]) => [argv, 2, true]));
    // A voice is looked up before the work begins.
    expect(results.filter(({ stderr }) => stderr.includes('Synthesizing'))).toEqual([]);
  });
});
