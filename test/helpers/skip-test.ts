import { TestRunner } from 'vitest';

/** Skips the test that runs, and says why. For helpers: a test has its own context. */
export function skipTest(reason: string): never {
  const test = TestRunner.getCurrentTest();
  if (!test) throw new Error(`${reason}, outside a test that could be skipped.`);
  return test.context.skip(reason);
}
