// Records a real run in a terminal and draws it: `node scripts/make-terminal-svg.mjs` writes docs/images/terminal.svg.
// Needs `npm run build` before, and `script` (util-linux) for the pseudo-terminal.
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import xterm from '@xterm/headless';

const columns = 96;
const rows = 9;
const cellWidth = 8.4;
const lineHeight = 19;
const framesPerSecond = 2;
const typed = 'audiobook convert the-last-tram.epub -o the-last-tram.m4b';

const root = fileURLToPath(new URL('..', import.meta.url));

const frames = await record();
await mkdir(path.join(root, 'docs/images'), { recursive: true });
await writeFile(path.join(root, 'docs/images/terminal.svg'), draw(frames));

/** Runs the command in a pseudo-terminal. Returns the screen at regular intervals, as lines of text. */
async function record() {
  const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-terminal-'));
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  try {
    await cp(path.join(root, 'test/books/the-last-tram.epub'), path.join(folder, 'the-last-tram.epub'));
    const program = typed.replace('audiobook', `node ${path.join(root, 'bin/audiobook.js')}`);
    const command = `stty cols ${columns} rows ${rows}; ${program}`;
    const child = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
      cwd: folder,
      env: { ...process.env, AUDIOBOOK_CACHE_DIR: folder, TTS_PROVIDER: '', TERM: 'xterm-256color' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (bytes) => terminal.write(bytes));
    const screens = [];
    const timer = setInterval(() => screens.push(screenOf(terminal)), 1000 / framesPerSecond);
    const code = await new Promise((resolve) => child.once('close', resolve));
    clearInterval(timer);
    if (code !== 0) throw new Error(`The command failed with exit code ${code}.`);
    await new Promise((resolve) => terminal.write('', resolve));
    screens.push(screenOf(terminal));
    return thinned(screens);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {import('@xterm/headless').Terminal} terminal */
function screenOf(terminal) {
  const { active } = terminal.buffer;
  const lines = [];
  for (let row = 0; row < rows; row += 1) {
    lines.push(active.getLine(active.viewportY + row)?.translateToString(true) ?? '');
  }
  return lines;
}

/**
 * Returns about 12 frames from the whole run.
 *
 * @param {string[][]} screens
 */
function thinned(screens) {
  const step = Math.max(1, Math.floor(screens.length / 12));
  const last = screens.length - 1;
  return screens.filter((_, index) => index === last || (index > 0 && index % step === 0 && last - index >= step));
}

/** @param {string[][]} screens */
function draw(screens) {
  const width = columns * cellWidth + 32;
  const height = (rows + 1) * lineHeight + 56;
  const share = 100 / (screens.length + 3); // The last frame stays for four turns.
  const groups = screens.map((lines, index) => {
    const isLast = index === screens.length - 1;
    const text = [`$ ${typed}`, ...lines]
      .map((line, row) => `<text x="16" y="${52 + row * lineHeight}" xml:space="preserve">${escape(line)}</text>`)
      .join('');
    return `<g class="frame${isLast ? ' last' : ''}" style="animation-name:f${index}">${text}</g>`;
  });
  const keyframes = screens.map((_, index) => {
    const from = (index * share).toFixed(2);
    const to = index === screens.length - 1 ? '100' : ((index + 1) * share).toFixed(2);
    const before = index === 0 ? '' : `0%,${(index * share - 0.01).toFixed(2)}%{visibility:hidden}`;
    const after = index === screens.length - 1 ? '' : `${(Number(to) + 0.01).toFixed(2)}%,100%{visibility:hidden}`;
    return `@keyframes f${index}{${before}${from}%,${to}%{visibility:visible}${after}}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(typed)}: progress of a conversion in a terminal">
<style>
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#e6edf3}
.frame{visibility:hidden;animation-duration:${screens.length + 3}s;animation-iteration-count:infinite;animation-timing-function:step-end}
@media (prefers-reduced-motion:reduce){.frame{animation:none}.last{visibility:visible}}
${keyframes.join('\n')}
</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<circle cx="20" cy="18" r="6" fill="#ff5f56"/><circle cx="40" cy="18" r="6" fill="#ffbd2e"/><circle cx="60" cy="18" r="6" fill="#27c93f"/>
${groups.join('\n')}
</svg>
`;
}

/** @param {string} text */
function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
