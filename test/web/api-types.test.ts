import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import { expect, it } from 'vitest';
import { apiTypes } from '../../scripts/api-types.mjs';
import { openApi } from '../../src/server/http/openapi.ts';

const file = fileURLToPath(new URL('../../src/web/api/types.ts', import.meta.url));

it('the types of the page are those of the OpenAPI document', async () => {
  const options = JSON.parse(await readFile(new URL('../../.oxfmtrc.json', import.meta.url), 'utf8'));
  const { code } = await format(path.basename(file), apiTypes(openApi('1.0.0')), options);
  if (process.env['UPDATE_DOCS']) await writeFile(file, code);
  expect(await readFile(file, 'utf8'), 'run `npm run docs`').toBe(code);
});
