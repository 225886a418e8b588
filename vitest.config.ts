import { availableParallelism } from 'node:os';
import { env } from 'node:process';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Points the sources' worker URLs at `dist/`: workers run outside vitest, so they run as shipped, which starts sooner than `build/`. */
const builtWorkers = {
  name: 'built-workers',
  // Before types are stripped: that also changes quotes.
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    if (!id.includes('/src/') || !code.includes('-worker.js')) return undefined;
    const folder = id.replace(/\/src\/.*$/u, '/dist/');
    return code.replaceAll(
      /new URL\('\.\/([\w-]+-worker\.js)', import\.meta\.url\)/gu,
      (_match, file: string) => `new URL(${JSON.stringify(`file://${folder}${file}`)})`,
    );
  },
};

/** Journeys take longer. As the last ones, they would run alone while the other core is idle. */
class JourneysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the base class
    const ordered = await super.sort(files);
    return ordered.toSorted((a, b) => rank(a) - rank(b));
  }
}

/** The file that counts objects on the heap of its worker is before all: each file that ran there makes every count slower. */
const order = [/\/held-memory\.journey\.test\.ts$/u, /\.journey\.test\.ts$/u, /./u];

function rank({ moduleId }: TestSpecification): number {
  return order.findIndex((pattern) => pattern.test(moduleId));
}

/** On a machine of CI, which others load, a test may fail by chance. It is run once more there, and named if it passes then. */
const limits = { testTimeout: 120_000, hookTimeout: 120_000, retry: env['CI'] === 'true' ? 1 : 0 };

export default defineConfig({
  plugins: [builtWorkers],
  test: {
    ...limits,
    name: 'together',
    include: ['test/**/*.test.ts'],
    // Tests about real books alone, which a clone does not have (CONTRIBUTING.md, slow proofs).
    exclude: [...configDefaults.exclude, ...(env['REAL_BOOKS'] === undefined ? ['**/*.real-books.test.ts'] : [])],
    setupFiles: ['test/helpers/compare-bytes.ts'],
    // Tests wait for programs, timers and the disk: with three workers, a quarter of two cores is idle.
    maxWorkers: 2 * availableParallelism(),
    // Modules keep nothing that a test could change, and loading them for each file takes a tenth of the time.
    isolate: false,
    unstubEnvs: true,
    restoreMocks: true,
    // The default of a second is too short for a machine that does other work, too.
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: JourneysFirst },
    globalSetup: ['test/helpers/build.ts'],
    reporters: ['default', './test/helpers/totals-reporter.ts'],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // The page runs in a browser (test/web).
      exclude: ['src/**/*-worker.ts', 'src/web/**'],
      reporter: ['text-summary', 'html'],
      thresholds: { statements: 85, branches: 80, functions: 85, lines: 85 },
    },
  },
});
