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

/** The end of a job, and its running time in seconds. */
export interface JobEnd {
  readonly kind: string;
  readonly state: string;
  readonly seconds: number;
}

/** Metrics of the service for `GET /metrics`. */
export interface Metrics {
  readonly registry: Registry;
  /** Registers the function that returns the number of jobs by state; it is called whenever the metrics are read. */
  watchJobs(count: () => Promise<ReadonlyMap<string, number>>): void;
  /** Counts a progress event of a conversion. */
  countEvent(event: ProgressEvent): void;
  /** Counts an HTTP response, and whether its caller hung up before it was sent. */
  countResponse(operation: string, status: number, hungUp: boolean): void;
  /** Counts the bytes of an uploaded book. */
  countUpload(bytes: number): void;
  /** Records that a job began to run after waiting. */
  observeWait(seconds: number): void;
  /** Records that a job ended. */
  observeJob(end: JobEnd): void;
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
  return {
    registry,
    watchJobs: (count) => watchJobs(registers, count),
    countEvent(event) {
      if (event.type === 'segment-retry') retries.inc();
      if (event.type !== 'segment-spoken') return;
      segments.inc({ source: event.stored ? 'store' : 'provider' });
      if (!event.stored) characters.inc(event.characters);
    },
    ...requestMetrics(registers),
    ...jobMetrics(registers),
    countCall: callCounter(registers),
  };
}

function requestMetrics(registers: Registry[]): Pick<Metrics, 'countResponse' | 'countUpload'> {
  const responses = new Counter({
    name: 'audiobook_answers_total',
    help: 'HTTP responses.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const hangUps = new Counter({
    name: 'audiobook_hung_up_total',
    help: 'Requests whose callers disconnected before the response was sent.',
    labelNames: ['operation'],
    registers,
  });
  const uploadedBytes = new Counter({
    name: 'audiobook_uploaded_bytes_total',
    help: 'Bytes of uploaded books.',
    registers,
  });
  return {
    countResponse(operation, status, hungUp) {
      if (hungUp) hangUps.inc({ operation });
      else responses.inc({ operation, status });
    },
    countUpload: (bytes) => uploadedBytes.inc(bytes),
  };
}

/** Conversions take from a second to days. */
const jobBuckets = [1, 10, 60, 300, 1800, 3600, 4 * 3600, 12 * 3600, 24 * 3600];

function jobMetrics(registers: Registry[]): Pick<Metrics, 'observeWait' | 'observeJob'> {
  const waits = new Histogram({
    name: 'audiobook_job_wait_seconds',
    help: 'Time that jobs waited in the queue, in seconds.',
    buckets: jobBuckets,
    registers,
  });
  const durations = new Histogram({
    name: 'audiobook_job_seconds',
    help: 'Time that jobs ran, in seconds, by kind and final state.',
    labelNames: ['kind', 'state'],
    buckets: jobBuckets,
    registers,
  });
  return {
    observeWait: (seconds) => waits.observe(seconds),
    observeJob: ({ kind, state, seconds }) => durations.observe({ kind, state }, seconds),
  };
}

function watchJobs(registers: Registry[], count: () => Promise<ReadonlyMap<string, number>>): void {
  const jobs = new Gauge({
    name: 'audiobook_jobs',
    help: 'Jobs by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      for (const [state, value] of await count()) jobs.set({ state }, value);
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
