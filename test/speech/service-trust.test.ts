import { describe, expect, it } from 'vitest';
import { ServiceTrust } from '../../src/speech/check/service-trust.ts';

/** Returns the trust in a service after `count` answers, of which every `every`th was wrong. */
function after(count: number, every: number): ServiceTrust {
  const trust = new ServiceTrust();
  for (let answer = 1; answer <= count; answer += 1) {
    if (answer % 100 === 1) trust.addSettled();
    trust.addAnswer();
    if (answer % every === 0) trust.addFault();
  }
  return trust;
}

/** Reports whether a service varies whose first two answers to each text are the same, or not. */
function varies(pairs: readonly boolean[]): boolean {
  const trust = new ServiceTrust();
  for (const isSame of pairs) trust.addPair(isSame);
  return trust.varies;
}

describe('trust in a service', () => {
  it('believes one answer of a service that was never caught', () => {
    const { isCaught, lead } = after(500, Infinity);
    expect({ isCaught, lead }).toEqual({ isCaught: false, lead: 2 });
  });

  it('wants more answers to agree, the more often the service was wrong', () => {
    expect([100, 20, 10, 5, 1].map((every) => after(200, every).lead)).toEqual([2, 3, 3, 5, 5]);
  });

  it('wants as many answers to agree on what is compared once it has ended', () => {
    const trust = after(50, 5);
    const { lead } = trust;
    for (let answer = 0; answer < 51; answer += 1) trust.addAnswer();
    expect(trust.isCaught).toBe(false);
    expect(lead).toBe(4);
    expect(trust.lead).toBeGreaterThan(2);
  });

  it('ends fifty answers after the last wrong one', () => {
    const trust = after(50, 50);
    for (let answer = 0; answer < 50; answer += 1) trust.addAnswer();
    expect(trust.isCaught).toBe(true);
    trust.addAnswer();
    expect(trust.isCaught).toBe(false);
  });

  it('ends a run that has spent 150 requests without settling a text', () => {
    const trust = new ServiceTrust();
    for (let answer = 0; answer < 150; answer += 1) trust.addAnswer();
    expect(() => trust.addAnswer()).toThrow('settled no text');
    trust.addSettled();
    expect(() => trust.addAnswer()).not.toThrow();
  });

  it('doubts the fifty answers before a wrong one, too', () => {
    const trust = after(200, 200);
    expect([1, 149, 150, 199].map((answer) => trust.isDoubted(answer))).toEqual([false, false, true, true]);
  });

  it('knows from the texts that were compared whether the service repeats itself', () => {
    expect(varies([false, false])).toBe(false);
    expect(varies([true, false, true, false, true, false])).toBe(true);
    expect(varies([true, true, true, true, true, false, true, false, true, false])).toBe(false);
  });
});
