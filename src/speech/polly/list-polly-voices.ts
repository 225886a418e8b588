import type { DescribeVoicesOutput, PollyClient } from '@aws-sdk/client-polly';
import type { Voice } from '../provider.ts';
import type { PollyEngine } from './polly-engine.ts';
import { voiceGender } from '../voice-gender.ts';

/** Returns the voices that the service lists for an engine, with one entry per language of a voice. */
export async function listPollyVoices(
  client: PollyClient,
  engine: PollyEngine,
  signal: AbortSignal,
): Promise<readonly Voice[]> {
  const { DescribeVoicesCommand } = await import('@aws-sdk/client-polly');
  const voices: Voice[] = [];
  let next: string | undefined;
  do {
    const page = next === undefined ? {} : { NextToken: next };
    const command = new DescribeVoicesCommand({ Engine: engine, IncludeAdditionalLanguageCodes: true, ...page });
    const output = await client.send(command, { abortSignal: signal });
    voices.push(...voicesIn(output));
    next = output.NextToken;
  } while (next !== undefined);
  return voices;
}

function voicesIn({ Voices = [] }: DescribeVoicesOutput): Voice[] {
  return Voices.flatMap(({ Id, LanguageCode, AdditionalLanguageCodes = [], Gender }) => {
    if (!Id || !LanguageCode) return [];
    const gender = voiceGender(Gender);
    return [LanguageCode, ...AdditionalLanguageCodes].map((language) => ({ id: Id, name: Id, language, gender }));
  });
}
