import { parseJson } from '../../core/http/parse-json.ts';

const fence = /```(?:json)?\s*(.*?)```/isu;
/** The beginning of a JSON object or list, also of one that was cut off. */
export const looksLikeJson = /^\s*[[{]\s*["{[]/u;

/** Returns the JSON object or list of an answer, also in a fence or after a lead line, or undefined. What only looks like JSON is text. */
export function readJson(completion: string): object | undefined {
  return jsonIn(completion) ?? jsonIn(withoutAsides(completion));
}

function jsonIn(completion: string): object | undefined {
  const open = completion.search(/[{[]/u);
  const close = Math.max(completion.lastIndexOf('}'), completion.lastIndexOf(']'));
  const candidates = [completion, fence.exec(completion)?.[1] ?? '', completion.slice(Math.max(open, 0), close + 1)];
  for (const candidate of candidates) {
    if (!looksLikeJson.test(candidate)) continue;
    const value = parseJson(candidate);
    if (typeof value === 'object' && value !== null) return value;
  }
  return undefined;
}

/** Blocks between two tags of one name, such as a model's thoughts. Inside of the form that was asked for, nothing is such a block. */
const block = /<(?!script\b|text\b)([a-z][\w:-]{0,30})>.*?<\/\1>|\[([A-Z][A-Z_]{2,30})\].*?\[\/\2\]/gsu;
const untilLoneEnd = /^.*(?:<\/(?!script\b|text\b)[a-z][\w:-]{0,30}>|\[\/[A-Z][A-Z_]{2,30}\])/su;
const fromLoneStart = /^\s*<(?!script\b|text\b)[a-z][\w:-]{0,30}>.*$/su;
/** Marks of chat templates. What was meant to be seen comes last. */
const marks = /<\|[^<>|]{1,40}\|>/u;
const minSeen = 40;

/** Removes what stands beside the answer: blocks in tags that nobody asked for, and the marks of chat templates with what is before them. */
export function withoutAsides(text: string): string {
  const parts = text.split(marks);
  const seen = parts.findLast((part) => part.trim().length >= minSeen) ?? parts.join(' ');
  // The name of a role follows a mark on the same line.
  const said = parts.length > 1 ? seen.replace(/^\s*[a-z]{1,12}\n/u, '') : seen;
  return said.replaceAll(block, '').replace(untilLoneEnd, '').replace(fromLoneStart, '');
}
