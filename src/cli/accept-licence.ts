import type { ListedModel } from '../pipeline/voices/list-natural-models.ts';
import { askYesOrNo } from './ask-yes-or-no.ts';
import type { ProcessContext } from './process-context.ts';

/** Returns a function that shows a licence at the terminal and asks whether it is accepted. Without a terminal it is not. */
export function acceptLicence(
  context: ProcessContext,
): (model: Pick<ListedModel, 'name' | 'licence'>) => Promise<boolean> {
  return async ({ name, licence }) => {
    const { stdin, stderr } = context;
    if (!stdin.isTTY || !stderr.isTTY) return false;
    stderr.write(`${name} is under the licence ${licence.name}: ${licence.url}\n${licence.restrictions}\n`);
    return (await askYesOrNo(context, { message: 'Do you accept the licence?', default: false })) ?? false;
  };
}
