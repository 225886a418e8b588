import type { Settings } from '../../core/settings.ts';
import type { ConversionRequest } from '../conversion.ts';
import type { Budget } from '../costs/budget.ts';
import type { ChosenProvider } from '../tools/choose-provider.ts';

/** The parts of a request that decide on the voices of a run. */
export type CastRequest = Pick<
  ConversionRequest,
  'castSource' | 'voice' | 'language' | 'languageSwitch' | 'model' | 'llmBaseUrl'
>;

/** The tools a cast is opened with. */
export interface CastTools {
  readonly settings: Settings;
  readonly chosen: Pick<ChosenProvider, 'provider'>;
  /** Folder of the segment store, which keeps the answers of the model, too. */
  readonly storeFolder: string;
  readonly signal: AbortSignal;
  /** The limit for the cost of the model's answers. */
  readonly budget?: Budget | undefined;
  /** Whether a model may be asked who speaks. Default: `true`. */
  readonly asksModel?: boolean | undefined;
}
