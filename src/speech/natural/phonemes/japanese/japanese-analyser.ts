import { z } from 'zod';
import { optionalPackage } from '../optional-package.ts';

/** Words as IPADIC has them. `pronunciation` is in katakana; absent for words that are not in it. */
const tokensSchema = z.array(
  z.object({
    surface: z.string(),
    pronunciation: z.string().optional(),
    partOfSpeech: z.string(),
    partOfSpeechSubcategory1: z.string().optional(),
    partOfSpeechSubcategory2: z.string().optional(),
  }),
);

/** A word of a text that was divided. */
export type JapaneseToken = Readonly<z.infer<typeof tokensSchema>[number]>;

/** Divides a Japanese text into words. */
export type JapaneseAnalyser = (text: string) => readonly JapaneseToken[];

/** Opens Lindera with IPADIC, which takes about 140 MB of memory. Throws `tool-missing` where its package is not installed. */
export async function openJapaneseAnalyser(): Promise<JapaneseAnalyser> {
  const name = 'lindera-wasm-nodejs-ipadic';
  const { TokenizerBuilder } = await optionalPackage(
    name,
    'Japanese',
    async () => await import('lindera-wasm-nodejs-ipadic'),
  );
  const builder = new TokenizerBuilder();
  builder.setDictionary('embedded://ipadic');
  builder.setMode('normal');
  builder.setKeepWhitespace(true);
  const tokenizer = builder.build();
  return (text) => tokensSchema.parse(tokenizer.tokenize(text));
}
