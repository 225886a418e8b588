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

/** Metrics of the service for `GET /metrics`. */
export interface Metrics {
  readonly registry: Registry;
  /** Registers the function that returns the number of jobs by state; it is called whenever the metrics are read. */
  watchJobs(count: () => ReadonlyMap<string, number>): void;
  /** Counts a progress event of a conversion. */
  countEvent(event: ProgressEvent): void;
  /** Counts an HTTP response. */
  countResponse(operation: string, status: number): void;
  /** Counts a call of a speech provider. */
  countCall(call: ProviderCall): void;
}

/** Creates metrics with their own registry, so that two services in one process do not share counters. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const segments = new Counter({
    name: 'audiobook_segments_total',
    help: 'Segments synthesized, by source of the audio: the provider or the segment store.',
    labelNames: ['source'],
    registers,
  });
  const characters = new Counter({
    name: 'audiobook_characters_total',
    help: 'Characters sent to speech providers.',
    registers,
  });
  const retries = new Counter({ name: 'audiobook_retries_total', help: 'Retries of segments.', registers });
  const responses = new Counter({
    name: 'audiobook_answers_total',
    help: 'HTTP responses.',
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
    countResponse: (operation, status) => responses.inc({ operation, status }),
    countCall: callCounter(registers),
  };
}

function watchJobs(registers: Registry[], count: () => ReadonlyMap<string, number>): void {
  const jobs = new Gauge({
    name: 'audiobook_jobs',
    help: 'Jobs by state.',
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
    help: 'Duration of speech provider calls in seconds.',
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
