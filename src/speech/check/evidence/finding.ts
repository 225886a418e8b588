/** Something in the samples of an answer that speech does not have. */
export interface Finding {
  readonly kind: FindingKind;
  /**
   * `certain`: no voice sounds so. `likely`: hardly any does, so another answer decides, unless the voice's other audio is so, too.
   * `possible`: some do, so it counts where the voice's other audio is known not to be so. `trace`: it only shows how the voice sounds.
   */
  readonly sureness: 'certain' | 'likely' | 'possible' | 'trace';
  /** A sentence about it. */
  readonly message: string;
}

/** What can be found. `zeros`: a pause, or a hole, of exact zeros. */
export const findingKinds = ['hole', 'zeros', 'flat-tops', 'offset', 'sound-below'] as const;
export type FindingKind = (typeof findingKinds)[number];
