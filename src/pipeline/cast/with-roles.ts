import type { OpenNarration } from '../script/open-narration.ts';
import type { RunBook } from '../read/read-for-run.ts';
import type { Casting } from './casting.ts';

/** Returns a narration whose scripts name who speaks. */
export function withRoles(narration: OpenNarration, { chosen }: RunBook, casting: Casting): OpenNarration {
  return {
    ...narration,
    known: async () =>
      (await narration.known()).map(({ title, blocks }, place) => {
        const index = chosen[place]?.index;
        return { title, blocks: blocks && index !== undefined ? casting.cast(index, blocks) : blocks };
      }),
    async *chapters() {
      for await (const chapter of narration.chapters()) {
        const { index, blocks } = chapter;
        yield { ...chapter, blocks: casting.cast(index, blocks) };
      }
    },
  };
}
