import type { Block, Chapter } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';
import type { ScriptProblem } from '../guard/guarded-script.ts';
import { sourceText } from '../guard/source-text.ts';
import type { Judge } from '../judge/judge.ts';
import { isJudged as isJudgedBy } from '../tasks/task.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { isMark, pieceText } from '../script/cut-pieces.ts';
import { longestAnswer, pieceTokens, planScript, toldPieces } from '../script/plan-script.ts';
import type { ScriptPart } from '../script/plan-script.ts';
import { Refusals, wordsOfModel } from '../script/refusals.ts';
import { refusalReason } from '../script/refusal-reason.ts';
import { askOnce, askPart, beginningOf } from './ask-part.ts';
import type { AskOptions, PartRequest, PartScript } from './ask-part.ts';
import { planChapter } from './chapter-plan.ts';
import { judgeParts } from './judge-parts.ts';
import type { JudgedPart } from './judge-parts.ts';
import { partRequest } from './part-request.ts';
import type { RetellingOptions } from './retelling-options.ts';
import { reviewParts } from './review-parts.ts';

/** A part while it is written. */
interface Part {
  readonly request: PartRequest;
  /** Its number among all parts of the book, for the count of refusals. */
  readonly number: number;
  readonly script: PartScript;
}

/** Options of a chapter, with what counts the refused parts of its book. */
type Counted = RetellingOptions & Pick<AskOptions, 'longest'> & { readonly refusals: Refusals };

/**
 * Returns the script of a chapter in the model's words. Headings at the beginning stay. Its parts are written side by side, by one plan where there are
 * several; then they are checked beside each other and judged. Throws `model-failed` for a script that is refused, unless gaps are allowed.
 */
export async function writeRetelling(chapter: Chapter, given: RetellingOptions): Promise<Block[]> {
  const options = { ...given, refusals: given.refusals ?? new Refusals(), longest: await longestAnswer(given) };
  const plan = planScript(chapter, options.language, await pieceTokens(options));
  const pieces = toldPieces(plan);
  if (pieces.length === 0) return [...chapter.blocks];
  const judge = isJudgedBy(options.expectation) ? options.judge : undefined;
  const isJudged = judge !== undefined && (await judge.isTrusted());
  const drafts = await writeParts(chapter, pieces, isJudged, options);
  const reviewed = await review(drafts, options);
  const kept = isJudged ? await judged(reviewed, { ...options, judge }) : reviewed;
  if (judge && !isJudged && kept.some(({ script }) => script.ok))
    options.onStep?.({ action: 'doubtful', reason: 'not-judged', about: chapter.title });
  return [...plan.opening, ...kept.flatMap((part) => blocksOf(part, options))];
}

/** Asks for the parts of a chapter side by side. */
async function writeParts(
  chapter: Chapter,
  pieces: readonly ScriptPart[],
  isJudged: boolean,
  options: Counted,
): Promise<Part[]> {
  const { model, onPiece, refusals } = options;
  const sources = pieces.map(({ piece }) => pieceText(piece));
  const plan = pieces.length > 1 ? await planChapter(sources, options) : undefined;
  const whole = { title: chapter.title, source: sourceText(pieceText(chapter), options.language) };
  let written = 0;
  return await mapConcurrently(pieces, model.concurrency ?? 1, async (piece, index) => {
    const place = { index, count: pieces.length, plan: plan?.[index], isJudged };
    const request = partRequest(whole, piece, place, options);
    const number = refusals.start();
    const script = await askPart(request, options);
    written += 1;
    onPiece?.(written, pieces.length);
    return settled({ request, number, script }, options);
  });
}

/** Returns a part with a script, or as a gap where gaps are allowed. Throws where they are not, and after three refusals in a row. */
function settled(part: Part, options: Counted): Part {
  const { script, request, number } = part;
  if (script.ok) return part;
  const { model, allowGaps, onStep, refusals } = options;
  const about = beginningOf(request);
  if (!allowGaps) {
    const message = `${model.id} wrote no usable script for '${about}…' (${script.problem}). ${wordsOfModel(script.words)} Another --seed asks again; --allow-gaps goes on without it.`;
    throw new AudiobookError('model-failed', message);
  }
  refusals.refuse(number, model.id, script.words);
  if (refusals.failure) throw refusals.failure;
  onStep?.({ action: 'gap', reason: script.problem, about });
  return part;
}

/** Asks again for the parts that do not fit beside the others. */
async function review(parts: readonly Part[], options: Counted): Promise<readonly Part[]> {
  const problems = problemsOf(parts, options);
  const again = await mapConcurrently(parts, options.model.concurrency ?? 1, async (part, index) => {
    const problem = problems.get(index);
    return problem === undefined ? part : { ...part, script: await askAgain(part, problem, options) };
  });
  if (problems.size === 0) return parts;
  const left = problemsOf(again, options);
  return again.map((part, index) => {
    const problem = left.get(index);
    const isGap = !part.script.ok && !problems.has(index);
    if (problem === undefined && (part.script.ok || isGap)) return part;
    return settled({ ...part, script: refusedAs(part.script, problem ?? 'unrelated') }, options);
  });
}

async function askAgain(
  { request }: Part,
  problem: ScriptProblem,
  options: Counted,
  about?: string,
): Promise<PartScript> {
  options.onStep?.({ action: 'asked-again', reason: problem, about: beginningOf(request) });
  return await askOnce(request, options, refusalReason({ problem, about }));
}

function refusedAs(script: PartScript, problem: ScriptProblem): PartScript {
  return script.ok ? { ok: false, problem, words: script.paragraphs.map(({ text }) => text).join(' ') } : script;
}

function problemsOf(parts: readonly Part[], { expectation }: RetellingOptions): ReadonlyMap<number, ScriptProblem> {
  // A gap has no length, and is reported as one.
  const written = parts.map(({ request, script }) => ({
    source: script.ok ? pieceText(request.piece) : '',
    paragraphs: script.ok ? script.paragraphs : [],
  }));
  return reviewParts(written, expectation.length.min);
}

/** Cuts what the judge finds to be no narration, and asks once more for a script that is not about its chapter. */
async function judged(parts: readonly Part[], options: Counted & { readonly judge: Judge }): Promise<readonly Part[]> {
  const { model } = options;
  const first = await judgeParts(parts.map(toJudge), options);
  const isRefused = first.map((script, index) => !script.ok && parts[index]?.script.ok === true);
  const again = await mapConcurrently(parts, model.concurrency ?? 1, async (part, index): Promise<Part> => {
    const script = first[index] ?? part.script;
    if (isRefused[index] !== true || script.ok) return { ...part, script };
    return { ...part, script: await askAgain(part, script.problem, options, script.about) };
  });
  if (!isRefused.includes(true)) return again;
  const renewed = again.filter((_, index) => isRefused[index]);
  const second = (await judgeParts(renewed.map(toJudge), options)).values();
  return again.map((part, index) => {
    const script = isRefused[index] === true ? second.next().value : undefined;
    return script === undefined ? part : settled({ ...part, script }, options);
  });
}

function toJudge({ request, script }: Part): JudgedPart {
  return { source: pieceText(request.piece), script };
}

function blocksOf({ request, script }: Part, { expectation, onStep }: RetellingOptions): Block[] {
  const { blocks } = request.piece;
  if (!script.ok) return blocks.filter(isMark);
  const document = blocks[0]?.document ?? '';
  const isDialogue = expectation.dialogue === true;
  const isOneSpeaker = isDialogue && new Set(script.paragraphs.map(({ speaker }) => speaker ?? 'host')).size < 2;
  if (isOneSpeaker) onStep?.({ action: 'repaired', reason: 'one-speaker', about: beginningOf(request) });
  return script.paragraphs.map(({ text, speaker = 'host' }) => ({
    kind: 'paragraph',
    text,
    document,
    ...(isDialogue && { role: speaker }),
  }));
}
