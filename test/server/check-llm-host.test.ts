import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { checkLlmHost } from '../../src/server/http/access/check-llm-host.ts';

const rejected = expect.objectContaining({ code: 'malformed' });
const check = (address: string, configured: string, listed?: readonly string[]) => () =>
  checkLlmHost(address, listed, settingsFrom([{ OLLAMA_HOST: configured }]));

describe('the host of llm_base_url', () => {
  it.each([
    ['http://127.0.0.1:11434', '127.0.0.1'],
    ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434'],
    ['http://127.0.0.1:11434', '0.0.0.0'],
    ['http://127.0.0.1:9999', '0.0.0.0:9999'],
    ['http://[::1]:11434', '[::1]'],
    ['http://BOX:11434/', 'box'],
    ['https://models.example', 'https://models.example/ollama'],
  ])('is allowed in %s where OLLAMA_HOST is %s', (address, configured) => {
    expect(check(address, configured)).not.toThrow();
  });

  it.each([
    ['http://127.0.0.1', '127.0.0.1'],
    ['http://0.0.0.0:11434', '0.0.0.0'],
    ['http://0.0.0.0', '0.0.0.0'],
    ['http://localhost:11434', '127.0.0.1'],
    ['http://box:22', 'box'],
    ['http://box:22', 'http://box'],
    ['https://box', 'http://box'],
    ['http://box.evil.example:11434', 'box'],
    ['http://box:11434@evil.example', 'box'],
    ['http://me@box:11434', 'box'],
    ['ftp://box:11434', 'box'],
    ['http://169.254.169.254/', '127.0.0.1'],
    ['http://127.0.0.1:11434', 'no address'],
    ['http://127.0.0.1:11434', 'ftp://127.0.0.1:11434'],
  ])('is rejected in %s where OLLAMA_HOST is %s', (address, configured) => {
    expect(check(address, configured)).toThrow(rejected);
  });

  it('is compared with a list instead of the configured server: a name allows all ports, a name with a port only that one', () => {
    const listed = ['box', 'other:8080'];
    expect(check('https://box:22', '127.0.0.1', listed)).not.toThrow();
    expect(check('http://other:8080/v1', '127.0.0.1', listed)).not.toThrow();
    expect(check('http://other', '127.0.0.1', listed)).toThrow(rejected);
    expect(check('http://user:word@box', '127.0.0.1', listed)).toThrow(rejected);
    expect(check('http://127.0.0.1:11434', '127.0.0.1', listed)).toThrow(rejected);
    expect(check('http://127.0.0.1:11434', '127.0.0.1', [])).toThrow(rejected);
  });

  it.each([
    ['https://llm.example:443', 'llm.example:443'],
    ['https://llm.example/v1', 'llm.example:443'],
    ['http://llm.example:443', 'llm.example:443'],
    ['http://llm.example:80', 'llm.example:80'],
    ['http://llm.example', 'llm.example:80'],
    ['https://[::1]:443', '[::1]:443'],
  ])('is allowed in %s where %s is listed, because its port is the default', (address, listed) => {
    expect(check(address, '127.0.0.1', [listed])).not.toThrow();
  });

  it.each([
    ['http://llm.example', 'llm.example:443'],
    ['https://llm.example', 'llm.example:80'],
    ['https://llm.example:8443', 'llm.example:443'],
    ['https://evil.example:443', 'llm.example:443'],
    ['https://llm.example:443@evil.example', 'llm.example:443'],
    ['ftp://llm.example:443', 'llm.example:443'],
  ])('is rejected in %s where %s is listed', (address, listed) => {
    expect(check(address, '127.0.0.1', [listed])).toThrow(rejected);
  });
});
