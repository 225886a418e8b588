const names = '(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad)';
const whole = new RegExp(String.raw`<(${names})>.*?</\1>`, 'gisu');
const untilEnd = new RegExp(String.raw`^.*</${names}>`, 'isu');
const unfinished = new RegExp(String.raw`<${names}>.*$`, 'isu');
/** Markers of models with other templates around thoughts and completions. */
const channels = /<\|channel\|>analysis.*?(?=<\|channel\|>final|$)/gisu;
const tokens =
  /<\|(?:im_start|start|start_header_id)\|>(?:assistant|user|system|model)?|<\|[\w /-]{1,40}\|>(?:final)?|<(?:start|end)_of_turn>(?:model|user)?|\[\/?INST\]|<\/?s>/gu;

/** Removes the model's thoughts: closed blocks, text before a lone closing tag and after a lone opening one. */
export function removeThoughts(text: string): string {
  return text
    .replaceAll(whole, '')
    .replace(untilEnd, '')
    .replace(unfinished, '')
    .replaceAll(channels, '')
    .replaceAll(tokens, '\n');
}
