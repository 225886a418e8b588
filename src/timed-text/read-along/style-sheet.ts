/** Class that reading systems give to the current sentence. */
export const activeClass = '-epub-media-overlay-active';

/** Marks the current sentence. Translucent, so that it is visible by day and by night and the text keeps its color. */
export const activeStyle = `.${activeClass} { background-color: rgba(255, 190, 0, 0.4); border-radius: 0.2em; }
`;

/** Sets no colours but the highlight. It is translucent, so that it is visible by day and by night. */
export const styleSheet = `body { margin: 0 5%; line-height: 1.5; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.5em 0 1em; page-break-after: avoid; break-after: avoid; }
p { margin: 0 0 0.6em; }
blockquote { margin: 1em 2em; }
.verse, .table, .code { margin: 1em 0; }
.verse p { margin: 0 0 0 2em; }
.table p { margin: 0; padding: 0.2em 0; border-bottom: 1px solid; }
.code pre { margin: 0; white-space: pre-wrap; font-size: 0.9em; }
ul { margin: 1em 0; padding: 0 1.5em; }
li.marked { list-style-type: none; }
.speaker { margin: 0.6em 0 0; font-variant: small-caps; }
.caption { font-style: italic; text-align: center; }
.picture { margin: 1em 0; text-align: center; break-inside: avoid; page-break-inside: avoid; }
.picture img { max-width: 100%; max-height: 90vh; height: auto; }
.footnote { font-size: 0.9em; margin: 0.5em 0 0.5em 1.5em; }
hr { width: 30%; margin: 1.5em auto; border: 0; border-top: 1px solid; }
${activeStyle}`;
