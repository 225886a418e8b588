import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { complete } from '../../src/cli/completion/complete.ts';
import { completionScripts } from '../../src/cli/completion/completion-scripts.ts';
import { rememberVoices } from '../../src/cli/completion/remember-voices.ts';
import { joinBashWords } from '../../src/cli/completion/words.ts';
import { commandTable } from '../../src/cli/tables/command-rows.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { cliProgram } from '../helpers/run-cli.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const table = await commandTable();

async function voicesOf(provider?: string): Promise<readonly string[]> {
  return provider === 'kokoro' ? ['af_heart'] : [];
}

async function values(...words: string[]): Promise<readonly string[]> {
  const { candidates, isPath } = await complete(words, table, voicesOf);
  return isPath ? ['<path>'] : candidates.map(({ value }) => value);
}

describe('complete', () => {
  it('completes commands, commands of commands and flags', async () => {
    expect(await values('conv')).toEqual(['convert']);
    expect(await values('')).toContain('doctor');
    expect(await values('cache', '')).toEqual(['prune']);
    expect(await values('cache', 'prune', '--')).toEqual([
      '--json',
      '--older-than',
      '--max-size',
      '--all',
      '--yes',
      '--help',
    ]);
    expect(await values('convert', '--chapters-m')).toEqual(['--chapters-matching']);
    expect(await values('nonsense', '')).toContain('convert');
  });

  it('completes values: choices, providers, voices and paths', async () => {
    expect(await values('convert', 'book.epub', '--format', 'm')).toEqual(['mp3', 'm4b']);
    expect(await values('convert', '--format=m')).toEqual(['--format=mp3', '--format=m4b']);
    expect(await values('convert', '--provider', 'k')).toEqual(['kokoro']);
    expect(await values('convert', '--provider', 'kokoro', '--voice', 'af')).toEqual(['af_heart']);
    expect(await values('say', '--provider=kokoro', '--voice=en=af')).toEqual(['--voice=en=af_heart']);
    expect(await values('convert', '--voice', 'flite:r')).toEqual(['flite:rms']);
    expect(await values('convert', '')).toEqual(['<path>']);
    expect(await values('convert', '--lexicon', '')).toEqual(['<path>']);
    expect(await values('convert', '--bitrate', '')).toEqual([]);
    expect(await values('prompts', 'show', 'pod')).toEqual(['podcast']);
    expect(await values('completion', '')).toEqual(Object.keys(completionScripts));
  });

  it('joins what bash separates', () => {
    const words = ['convert', '--voice', '=', 'flite', ':', 's'];
    expect(joinBashWords(words)).toEqual({ words: ['convert', '--voice=flite:s'], kept: '--voice=flite:' });
    expect(joinBashWords(['convert', '--voice', '='])).toEqual({ words: ['convert', '--voice='], kept: '--voice=' });
    expect(joinBashWords(['convert', ''])).toEqual({ words: ['convert', ''], kept: '' });
  });
});

/** Runs the program in a shell that has loaded its script; `$FOLDER/audiobook` is the program. */
async function inShell(shell: string, script: string): Promise<string> {
  const folder = await temporaryFolder();
  await symlink(cliProgram, path.join(folder, 'audiobook'));
  const state = path.join(folder, 'state');
  await rememberVoices(state, 'kokoro', ['af_heart', 'bf_emma']);
  const [program, ...args] = shell.split(' ');
  const file = path.join(folder, 'test.sh');
  await writeFile(file, script);
  const env = {
    PATH: `${folder}:${process.env['PATH']}`,
    HOME: folder,
    AUDIOBOOK_STATE_DIR: state,
  };
  const { stdout, stderr } = await promisify(execFile)(program ?? '', [...args, file], { env, cwd: folder });
  expect(stderr).toBe('');
  return stdout;
}

describe('the completion scripts', () => {
  it('complete in bash', async () => {
    const script = `
      source <(audiobook completion bash)
      try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _audiobook audiobook; echo "\${COMPREPLY[@]}"; }
      try audiobook cac
      try audiobook convert --provider kokoro --voice b
      try audiobook convert --voice = flite : r
      try audiobook convert ''
    `;
    expect(await inShell('bash', script)).toBe('cache\nbf_emma\nrms\n\n');
  });

  it.skipIf(isProgramMissing('zsh'))('complete in zsh', async () => {
    const script = `
      compdef() { :; }
      _describe() { print -r -- "\${(P@)2}"; }
      _files() { print files; }
      source <(audiobook completion zsh)
      try() { words=("$@"); CURRENT=$#; _audiobook; }
      try audiobook cac
      try audiobook convert --voice flite:r
      try audiobook convert ''
    `;
    expect(await inShell('zsh -f', script)).toBe(
      'cache:say what the segment store holds; prune it\nflite\\:rms:\nfiles\n',
    );
  });

  it.skipIf(isProgramMissing('fish'))('complete in fish', async () => {
    const script = `
      audiobook completion fish | source
      complete -C 'audiobook cac'
      complete -C 'audiobook convert --provider kokoro --voice b'
      complete -C 'audiobook convert test.s'
    `;
    expect(await inShell('fish --no-config', script)).toBe(
      'cache\tsay what the segment store holds; prune it\nbf_emma\ntest.sh\n',
    );
  });

  it('ask the program in PowerShell as it answers', async () => {
    expect(completionScripts.powershell).toContain('audiobook __complete powershell @words "=$wordToComplete"');
    const answer = await inShell(
      'bash',
      'audiobook __complete powershell convert --provider "=ko"; audiobook __complete powershell "="',
    );
    expect(answer).toMatch(/^words\nkokoro\t\nwords\nconvert\t/u);
  });
});
