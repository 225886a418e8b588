import { getDirectives, getVariables } from '@nginx/reference-lib';
import { parse } from 'nginx-conf';
import { describe, expect, it } from 'vitest';
import { deployText } from './deploy-file.ts';

interface Directive {
  readonly name: string;
  readonly value: string;
  readonly children: readonly Directive[] | null;
}

/** Parses a configuration. Throws the parser's error for one that is broken. */
function directivesOf(text: string): readonly Directive[] {
  let found: readonly Directive[] = [];
  parse(text, (error, tree) => {
    if (error) throw error;
    found = tree?.children ?? [];
  });
  return found;
}

const reference = getDirectives().filter(({ module }) => module.startsWith('ngx_http_'));
const variables = new Set(getVariables().map(({ name }) => name));

/** Returns directives without an end or that nginx does not have in their block, and variables that it does not have. */
function unknownIn(directives: readonly Directive[], context: string): readonly string[] {
  return directives.flatMap(({ name, value, children }) => {
    const isBlock = (children?.length ?? 0) > 0;
    const isKnown = reference.some(
      (one) => one.name === name && one.contexts.includes(context) && one.isBlock === isBlock,
    );
    const names = [...value.matchAll(/\$\w+/gu)].map(([variable]) => variable);
    return [
      // The parser reads on to the next semicolon.
      ...(value.includes('\n') ? [`${name} without a semicolon`] : []),
      ...(isKnown ? [] : [`${name} in ${context}`]),
      ...names.filter((variable) => !variables.has(variable)),
      ...unknownIn(children ?? [], name),
    ];
  });
}

/** Returns how many blocks are not closed: the parser closes them at the end of the file. */
function openBlocks(text: string): number {
  const code = text.replaceAll(/#.*/gu, '');
  return code.split('{').length - code.split('}').length;
}

describe('deploy/nginx.conf', () => {
  it('has only directives and variables that nginx has, each where it may be', async () => {
    const text = await deployText('nginx.conf');
    expect(unknownIn(directivesOf(text), 'http')).toEqual([]);
    const wrong = text.replace('proxy_buffering', 'proxy_bufering').replace('$scheme', '$schema');
    expect(unknownIn(directivesOf(wrong), 'http')).toEqual(['$schema', 'proxy_bufering in location']);
    expect(unknownIn(directivesOf('listen 443;'), 'http')).toEqual(['listen in http']);
    expect(unknownIn(directivesOf(text.replace('off;', 'off')), 'http')).toEqual([
      'proxy_request_buffering without a semicolon',
    ]);
    expect([openBlocks(text), openBlocks(text.replace(/\}\s*$/u, ''))]).toEqual([0, 1]);
  });

  it('passes books and audio on while they arrive, with the headers that the service reads', async () => {
    const [server] = directivesOf(await deployText('nginx.conf'));
    const location = server?.children?.find(({ name }) => name === 'location');
    expect(location?.children?.map(({ name, value }) => `${name} ${value}`)).toEqual(
      expect.arrayContaining([
        'proxy_pass http://127.0.0.1:8000',
        'proxy_request_buffering off',
        'proxy_buffering off',
        'proxy_set_header X-Forwarded-Host $host',
        'proxy_set_header X-Forwarded-Proto $scheme',
      ]),
    );
  });
});
