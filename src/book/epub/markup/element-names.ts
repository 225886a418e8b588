/** Elements whose content is not text of the book or repeats it in another form (ruby readings). */
export const ignoredElements: ReadonlySet<string> = setOf(`
  script style head template iframe object embed audio video canvas map select textarea input button
  rt rp rtc title metadata
`);

/** Block-level elements, including DTBook's; all others are inline. */
export const blockElements: ReadonlySet<string> = setOf(`
  html body p div section article aside header footer main nav address center h1 h2 h3 h4 h5 h6 hgroup
  ul ol li dl dt dd menu dir blockquote pre figure figcaption caption details summary fieldset form legend noscript
  switch default case table thead tbody tfoot tr td th
  book frontmatter bodymatter rearmatter level level1 level2 level3 level4 level5 level6 hd doctitle docauthor
  linegroup line
`);

/** Inline elements that emphasize their text. */
export const emphasisElements: ReadonlySet<string> = setOf('b strong em i big');

/** Of those, the ones that are set in bold type. */
export const boldElements: ReadonlySet<string> = setOf('b strong');

/** Returns the names in a text as a set. */
export function setOf(names: string): ReadonlySet<string> {
  return new Set(names.trim().split(/\s+/u));
}
