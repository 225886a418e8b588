import { escapeMarkup } from '../../core/strings/escape-xml.ts';
import { languageName } from '../../core/language.ts';
import type { Voice } from '../../speech/provider.ts';
import { everyLanguage } from '../../speech/voices-for.ts';

/** A voice with its sample. */
export interface VoiceSample {
  readonly voice: Voice;
  /** BCP-47 code of the text. */
  readonly language: string;
  readonly text: string;
  /** Name of the file beside the page. */
  readonly file: string;
}

/** Shows that a page was made by this program and may be replaced. */
export const pageMark = '<meta name="generator" content="audiobook voices">';

/** Returns a page that plays the samples of voices, by language. It needs nothing but the files beside it. */
export function samplePage(samples: readonly VoiceSample[]): string {
  const languages = [...new Set(samples.map(({ voice }) => voice.language))];
  const sections = languages.map((language) =>
    section(
      language,
      samples.filter(({ voice }) => voice.language === language),
    ),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${pageMark}
<title>Voices</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; padding: 1rem; max-width: 70rem; }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 1rem; padding: 0; list-style: none; }
h3 { margin: 0; font-size: 1rem; }
p { margin: 0.25rem 0; }
audio { width: 100%; }
</style>
</head>
<body>
<main>
<h1>${samples.length} ${samples.length === 1 ? 'voice' : 'voices'}</h1>
<p>Choose one with <code>--voice</code> and the name under it.</p>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

function section(language: string, samples: readonly VoiceSample[]): string {
  const name = language === everyLanguage ? 'Many languages' : languageName(language);
  return `<section>
<h2>${escapeMarkup(name)}</h2>
<ul>
${samples.map(item).join('\n')}
</ul>
</section>`;
}

function item({ voice: { id, name, isWeak }, language, text, file }: VoiceSample): string {
  const note = isWeak ? ' · a last choice by its maker’s grade' : '';
  return `<li>
<h3>${escapeMarkup(name)}</h3>
<p><code>${escapeMarkup(id)}</code>${note}</p>
<p lang="${escapeMarkup(language)}">${escapeMarkup(text)}</p>
<audio controls preload="none" src="${escapeMarkup(encodeURIComponent(file))}" aria-label="${escapeMarkup(name)}"></audio>
</li>`;
}
