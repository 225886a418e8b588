import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '../core/errors.ts';
import type { ProgressEvent } from '../core/progress.ts';

/** A finished call of a speech provider. */
export interface ProviderCall {
  readonly provider: string;
  readonly seconds: number;
  /** The error it failed with. */
  readonly failed?: ErrorCode | undefined;
}

/** What the service counts, for `GET /metrics`. */
export interface Metrics {
  readonly registry: Registry;
  /** Where the numbers of jobs are asked for when somebody reads the metrics. */
  watchJobs(count: () => ReadonlyMap<string, number>): void;
  countEvent(event: ProgressEvent): void;
  countResponse(operation: string, status: number): void;
  countCall(call: ProviderCall): void;
}

/** Counters of their own, so that two services in one process do not share them. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const segments = new Counter({
    name: 'audiobook_segments_total',
    help: 'Segments of text that became sound, by where the sound came from.',
    labelNames: ['source'],
    registers,
  });
  const characters = new Counter({ name: 'audiobook_characters_total', help: 'Characters spoken.', registers });
  const retries = new Counter({ name: 'audiobook_retries_total', help: 'Segments tried again.', registers });
  const answers = new Counter({
    name: 'audiobook_answers_total',
    help: 'HTTP answers.',
    labelNames: ['operation', 'status'],
    registers,
  });
  return {
    registry,
    watchJobs: (count) => watchJobs(registers, count),
    countEvent(event) {
      if (event.type === 'segment-retry') retries.inc();
      if (event.type !== 'segment-spoken') return;
      segments.inc({ source: event.stored ? 'store' : 'provider' });
      if (!event.stored) characters.inc(event.characters);
    },
    countResponse: (operation, status) => answers.inc({ operation, status }),
    countCall: callCounter(registers),
  };
}

function watchJobs(registers: Registry[], count: () => ReadonlyMap<string, number>): void {
  const jobs = new Gauge({
    name: 'audiobook_jobs',
    help: 'Jobs by state; those that are queued wait for their turn.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, value] of count()) jobs.set({ state }, value);
    },
  });
}

function callCounter(registers: Registry[]): (call: ProviderCall) => void {
  const times = new Histogram({
    name: 'audiobook_provider_seconds',
    help: 'How long speech providers take for a segment.',
    labelNames: ['provider'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const errors = new Counter({
    name: 'audiobook_provider_errors_total',
    help: 'Failed calls of speech providers.',
    labelNames: ['provider', 'code'],
    registers,
  });
  return ({ provider, seconds, failed }) => {
    times.observe({ provider }, seconds);
    if (failed !== undefined) errors.inc({ provider, code: failed });
  };
}
