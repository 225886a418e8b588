/** Result of one check. */
export interface DoctorFinding {
  /** Part that was checked, for example `ffmpeg`. */
  readonly about: string;
  readonly state: 'good' | 'missing' | 'bad';
  readonly detail: string;
  /** Instructions to repair it. */
  readonly fix?: string | undefined;
}
