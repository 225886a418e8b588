import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DockerfileParser } from 'dockerfile-ast';
import type { Instruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/server/http/operations.ts';
import { deployText } from './deploy-file.ts';

let text: string;
/** Instructions of each stage; the image is the last one. */
let stages: readonly (readonly Instruction[])[];

beforeAll(async () => {
  text = await deployText('Dockerfile');
  const instructions = DockerfileParser.parse(text).getInstructions();
  const starts = instructions.flatMap((one, index) => (one.getKeyword() === 'FROM' ? [index] : []));
  stages = starts.map((start, index) => instructions.slice(start, starts[index + 1]));
});

function argumentsOf(stage: readonly Instruction[], keyword: string): readonly (readonly string[])[] {
  return stage
    .filter((one) => one.getKeyword() === keyword)
    .map((one) => one.getArguments().map((argument) => argument.getValue()));
}

describe('deploy/Dockerfile', () => {
  it('is valid', () => {
    expect(validate(text)).toEqual([]);
  });

  it('builds and runs on Node 24', () => {
    const images = stages.flatMap((stage) => argumentsOf(stage, 'FROM').map(([image]) => image));
    expect(images).toHaveLength(2);
    for (const image of images) expect(image).toMatch(/^node:24-\w+-slim$/u);
  });

  it('installs the programs that conversions need', () => {
    const commands = argumentsOf(stages.at(-1) ?? [], 'RUN').flat();
    const installed = commands.slice(commands.indexOf('install') + 1, commands.indexOf('rm'));
    expect(installed).toEqual(expect.arrayContaining(['ffmpeg', 'tesseract-ocr', 'tesseract-ocr-eng']));
  });

  it('runs as an ordinary user that owns the volume', () => {
    const image = stages.at(-1) ?? [];
    expect(argumentsOf(image, 'USER')).toEqual([['node']]);
    const [[volume = 'none'] = []] = argumentsOf(image, 'VOLUME');
    expect(argumentsOf(image, 'RUN').flat().join(' ')).toContain(`install -d -o node -g node ${volume}`);
    const keywords = image.map((one) => one.getKeyword());
    expect(keywords.lastIndexOf('RUN')).toBeLessThan(keywords.indexOf('USER'));
    expect(keywords.indexOf('USER')).toBeLessThan(keywords.indexOf('ENTRYPOINT'));
  });

  it('is healthy while the service says so, at an address that needs no token', () => {
    const checks = argumentsOf(stages.at(-1) ?? [], 'HEALTHCHECK');
    expect(checks).toHaveLength(1);
    const [, route = ''] = /fetch\('http:\/\/127\.0\.0\.1:8000(\/\w+)'\)/u.exec(checks[0]?.join(' ') ?? '') ?? [];
    expect(['/health', '/ready']).toContain(route);
    expect(Object.values(operations).map(({ path }) => path)).toContain(route);
    expect(argumentsOf(stages.at(-1) ?? [], 'EXPOSE')).toEqual([['8000']]);
  });

  it('copies only what is sent to the builder', async () => {
    const ignored = await readFile(fileURLToPath(new URL('../../.dockerignore', import.meta.url)), 'utf8');
    const sent = ignored.split('\n').flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    const copies = DockerfileParser.parse(text).getCOPYs();
    const ownFiles = copies.filter((copy) => copy.getFromFlag() === null);
    expect(ownFiles.length).toBeGreaterThan(0);
    for (const copy of ownFiles) {
      const names = copy.getArguments().map((argument) => argument.getValue());
      // A folder is sent with everything in it.
      const roots = names.slice(0, -1).map((name) => name.split('/')[0]);
      expect(sent).toEqual(expect.arrayContaining(roots));
    }
  });
});
