import { describe, expect, it } from 'vitest';
import { deployText } from './deploy-file.ts';

/**
 * Directives and options that the example uses, with the block in which Caddy allows each and the form of its argument
 * (https://caddyserver.com/docs/caddyfile/directives). No package parses Caddyfiles, so this knows no others: a new one must be
 * looked up and added.
 */
const known: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  '': { 'books.example': /^\{$/u },
  'books.example': { reverse_proxy: /^127\.0\.0\.1:8000 \{$/u, request_body: /^\{$/u },
  reverse_proxy: { flush_interval: /^(?:-1|\d+m?s)$/u, transport: /^http \{$/u },
  transport: { response_header_timeout: /^\d+[smh]?$/u },
  request_body: { max_size: /^\d+[KMG]i?B$/u },
};

/** Returns lines that are not known in their block, and what is wrong with the braces. */
function complaintsAbout(text: string): readonly string[] {
  const blocks: string[] = [];
  const complaints: string[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    if (line === '}') {
      if (blocks.pop() === undefined) complaints.push('closes a block that is not open');
      continue;
    }
    const [, name = '', value = ''] = /^(\S+) ?(.*)$/u.exec(line) ?? [];
    const block = blocks.at(-1) ?? '';
    if (known[block]?.[name]?.test(value) !== true) complaints.push(`${line} in ${block || 'the file'}`);
    if (value.endsWith('{')) blocks.push(name);
  }
  return [...complaints, ...blocks.map((name) => `${name} is not closed`)];
}

describe('deploy/Caddyfile', () => {
  it('has balanced blocks, with no directive but known ones in their places', async () => {
    const text = await deployText('Caddyfile');
    expect(complaintsAbout(text)).toEqual([]);
    expect(complaintsAbout(text.replace('flush_interval', 'flush_intervall'))).toEqual([
      'flush_intervall -1 in reverse_proxy',
    ]);
    expect(complaintsAbout(text.replace('max_size 250MB', 'max_size much'))).toEqual(['max_size much in request_body']);
    expect(complaintsAbout(text.replace(/\}\s*$/u, ''))).toEqual(['books.example is not closed']);
    expect(complaintsAbout(`${text}}\n`)).toEqual(['closes a block that is not open']);
  });
});
