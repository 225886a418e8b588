import { expect, test } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { checkLlmHost } from '../../src/server/http/check-llm-host.ts';

const refused = expect.objectContaining({ code: 'malformed' });
const check = (address: string, configured: string, listed?: readonly string[]) => () =>
  checkLlmHost(address, listed, settingsFrom([{ OLLAMA_HOST: configured }]));

test.each([
  ['http://127.0.0.1:11434', '127.0.0.1'],
  ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434'],
  ['http://127.0.0.1:11434', '0.0.0.0'],
  ['http://127.0.0.1:9999', '0.0.0.0:9999'],
  ['http://[::1]:11434', '[::1]'],
  ['http://BOX:11434/', 'box'],
  ['https://models.example', 'https://models.example/ollama'],
])('%s may be named where OLLAMA_HOST is %s', (address, configured) => {
  expect(check(address, configured)).not.toThrow();
});

test.each([
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
])('%s may not be named where OLLAMA_HOST is %s', (address, configured) => {
  expect(check(address, configured)).toThrow(refused);
});

test('a list stands instead of the configured server: a name for all its ports, a name with a port for that one', () => {
  const listed = ['box', 'other:8080'];
  expect(check('https://box:22', '127.0.0.1', listed)).not.toThrow();
  expect(check('http://other:8080/v1', '127.0.0.1', listed)).not.toThrow();
  expect(check('http://other', '127.0.0.1', listed)).toThrow(refused);
  expect(check('http://user:word@box', '127.0.0.1', listed)).toThrow(refused);
  expect(check('http://127.0.0.1:11434', '127.0.0.1', listed)).toThrow(refused);
  expect(check('http://127.0.0.1:11434', '127.0.0.1', [])).toThrow(refused);
});

test.each([
  ['https://llm.example:443', 'llm.example:443'],
  ['https://llm.example/v1', 'llm.example:443'],
  ['http://llm.example:443', 'llm.example:443'],
  ['http://llm.example:80', 'llm.example:80'],
  ['http://llm.example', 'llm.example:80'],
  ['https://[::1]:443', '[::1]:443'],
])('%s may be named where %s is listed: its port is a usual one', (address, listed) => {
  expect(check(address, '127.0.0.1', [listed])).not.toThrow();
});

test.each([
  ['http://llm.example', 'llm.example:443'],
  ['https://llm.example', 'llm.example:80'],
  ['https://llm.example:8443', 'llm.example:443'],
  ['https://evil.example:443', 'llm.example:443'],
  ['https://llm.example:443@evil.example', 'llm.example:443'],
  ['ftp://llm.example:443', 'llm.example:443'],
])('%s may not be named where %s is listed', (address, listed) => {
  expect(check(address, '127.0.0.1', [listed])).toThrow(refused);
});
