import { describe, expect, it } from 'vitest';
import { AudiobookError } from '../../src/core/errors.ts';
import type { ProviderCall } from '../../src/server/metrics.ts';
import { measuredProvider } from '../../src/server/worker/measured-provider.ts';
import type { SpeechProvider } from '../../src/speech/provider.ts';
import { toneProvider } from '../helpers/tone-provider.ts';

const { signal } = new AbortController();

function failSecond(_request: unknown, call: number): void {
  if (call === 2) throw new AudiobookError('provider-failed', 'The service is down.');
}

describe('a provider whose calls are measured', () => {
  it('has the prices and times of words of the provider itself, on which cost limits depend', () => {
    const tariff = { name: 'a vendor', isVendor: true };
    const abilities = { facts: () => ({ tariff, wordTimes: {}, speeds: undefined }) };
    const provider: SpeechProvider = { ...toneProvider(), ...abilities };
    const measured = measuredProvider(provider, () => undefined);
    expect(Object.keys(measured)).toEqual(Object.keys(provider));
    expect(measured.facts?.('sine')).toEqual({ tariff, wordTimes: {} });
  });

  it('reports each call and the error of one that failed', async () => {
    const calls: ProviderCall[] = [];
    const measured = measuredProvider(toneProvider({ before: failSecond }), (call) => calls.push(call));
    const request = { text: 'One.', voice: 'sine', language: 'en', signal };
    await measured.synthesize(request);
    await expect(measured.synthesize(request)).rejects.toThrow('The service is down.');
    expect(calls.map(({ provider, failed }) => [provider, failed])).toEqual([
      ['tone', undefined],
      ['tone', 'provider-failed'],
    ]);
  });
});
