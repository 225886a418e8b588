import type { DescribeVoicesOutput, PollyClient } from '@aws-sdk/client-polly';
import type { Voice } from '../provider.ts';
import type { PollyEngine } from './polly-engine.ts';

/** All voices of an engine as the service lists them now, one entry for each language a voice speaks. */
export async function describeVoices(
  client: PollyClient,
  engine: PollyEngine,
  signal: AbortSignal,
): Promise<readonly Voice[]> {
  const { DescribeVoicesCommand } = await import('@aws-sdk/client-polly');
  const voices: Voice[] = [];
  let next: string | undefined;
  do {
    const more = next === undefined ? {} : { NextToken: next };
    const command = new DescribeVoicesCommand({ Engine: engine, IncludeAdditionalLanguageCodes: true, ...more });
    const page = await client.send(command, { abortSignal: signal });
    voices.push(...voicesOn(page));
    next = page.NextToken;
  } while (next !== undefined);
  return voices;
}

function voicesOn({ Voices = [] }: DescribeVoicesOutput): Voice[] {
  return Voices.flatMap(({ Id, LanguageCode, AdditionalLanguageCodes = [], Gender }) => {
    if (!Id || !LanguageCode) return [];
    const gender = genders.get(Gender);
    return [LanguageCode, ...AdditionalLanguageCodes].map((language): Voice =>
      Object.assign({ id: Id, name: Id, language }, gender),
    );
  });
}

const genders = new Map<unknown, Pick<Voice, 'gender'>>([
  ['Female', { gender: 'female' }],
  ['Male', { gender: 'male' }],
]);
