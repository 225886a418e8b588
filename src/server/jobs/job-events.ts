import { RecentEvents } from '../events/recent-events.ts';

/** An event of a job, as its followers receive it. */
export interface JobEvent {
  readonly id: string;
  readonly type: 'job' | 'progress' | 'warning' | 'removed';
  readonly data: unknown;
}

/** The events of a job. */
export class JobEvents extends RecentEvents<JobEvent> {
  emit(type: JobEvent['type'], data: unknown): void {
    this.push((id) => ({ id, type, data }));
  }
}
