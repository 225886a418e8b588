/** Gates of EBU R128: blocks quieter than this, or this much below the others, are pauses. */
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
/** Hops of 100 ms; a block is four of them. */
const HOPS_A_SECOND = 10;
const HOPS_A_BLOCK = 4;
const FULL_SCALE = 32_768;

interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** Measures the loudness of a programme while it is made: EBU R128, ITU-R BS.1770-4, one channel. */
export class LoudnessMeter {
  readonly #hopSamples: number;
  readonly #shelf: Biquad;
  readonly #highPass: Biquad;
  /** The filters' memory: two values each. */
  readonly #state = new Float64Array(4);
  readonly #hops: number[] = [];
  #hopEnergy = 0;
  #hopFilled = 0;

  constructor(sampleRate: number) {
    this.#hopSamples = Math.round(sampleRate / HOPS_A_SECOND);
    this.#shelf = shelfFilter(sampleRate);
    this.#highPass = highPassFilter(sampleRate);
  }

  add(samples: Int16Array): void {
    const { b, a } = this.#shelf;
    const { a: c } = this.#highPass;
    let [s1 = 0, s2 = 0, h1 = 0, h2 = 0] = this.#state;
    for (const sample of samples) {
      const input = sample / FULL_SCALE;
      const shelved = b[0] * input + s1;
      s1 = b[1] * input - a[0] * shelved + s2;
      s2 = b[2] * input - a[1] * shelved;
      const weighted = shelved + h1;
      h1 = -2 * shelved - c[0] * weighted + h2;
      h2 = shelved - c[1] * weighted;
      this.#hopEnergy += weighted * weighted;
      this.#hopFilled += 1;
      if (this.#hopFilled === this.#hopSamples) this.#endHop();
    }
    this.#state.set([s1, s2, h1, h2]);
  }

  /** Loudness of all so far in LUFS; -Infinity when there was nothing but silence. */
  integrated(): number {
    const blocks = this.#blocks().filter((energy) => toLufs(energy) >= ABSOLUTE_GATE_LUFS);
    const gate = toLufs(mean(blocks)) + RELATIVE_GATE_LU;
    return toLufs(mean(blocks.filter((energy) => toLufs(energy) >= gate)));
  }

  #endHop(): void {
    this.#hops.push(this.#hopEnergy / this.#hopSamples);
    this.#hopEnergy = 0;
    this.#hopFilled = 0;
  }

  #blocks(): number[] {
    const blocks: number[] = [];
    for (let end = HOPS_A_BLOCK; end <= this.#hops.length; end += 1) {
      blocks.push(mean(this.#hops.slice(end - HOPS_A_BLOCK, end)));
    }
    return blocks;
  }
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function toLufs(energy: number): number {
  return -0.691 + 10 * Math.log10(energy);
}

/** The head's effect: a high shelf of 4 dB. BS.1770 gives coefficients for 48 kHz; these are its analogue values. */
function shelfFilter(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b: [(high + (band * k) / q + k * k) / a0, (2 * (k * k - high)) / a0, (high - (band * k) / q + k * k) / a0],
    a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  };
}

/** Takes away what is below hearing. */
function highPassFilter(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
}
