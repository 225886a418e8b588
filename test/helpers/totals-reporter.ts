import type { Reporter, TestModule } from 'vitest/node';

/** Prints the tests that passed only when they were run once more, with the error of the first time, and a last line for scripts: `N passed, N failed, N skipped`. */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const flaky: string[] = [];
    // Errors outside tests make the run fail, too.
    const totals = { passed: 0, failed: unhandled.length, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state !== 'pending') totals[state] += 1;
        if (test.diagnostic()?.flaky !== true) continue;
        const [error] = errors ?? [];
        flaky.push(
          [`${module.relativeModuleId}: ${test.fullName}`, error?.message, error?.diff].join('\n').slice(0, 2000),
        );
      }
      if (module.children.size === 0) totals.failed += 1;
    }
    process.on('exit', () => {
      if (flaky.length > 0) console.log(`Passed only when run once more:\n${flaky.join('\n\n')}\n`);
      console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
    });
  }
}
