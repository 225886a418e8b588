const names = '(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad)';
const whole = new RegExp(String.raw`<(${names})>.*?</\1>`, 'gisu');
const untilEnd = new RegExp(String.raw`^.*</${names}>`, 'isu');
const unfinished = new RegExp(String.raw`<${names}>.*$`, 'isu');
/** What models with other templates put around their thoughts and answers. */
const channels = /<\|channel\|>analysis.*?(?=<\|channel\|>final|$)/gisu;
const tokens = /<\|[\w /-]{1,40}\|>(?:final)?/gu;

/** An answer without the model's thoughts: closed blocks, what stands before a lone closing tag, what follows a lone opening one. */
export function removeThoughts(text: string): string {
  return text
    .replaceAll(whole, '')
    .replace(untilEnd, '')
    .replace(unfinished, '')
    .replaceAll(channels, '')
    .replaceAll(tokens, '');
}
