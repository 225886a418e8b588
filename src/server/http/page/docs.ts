import { readFileSync } from 'node:fs';
import express from 'express';
import type { Router } from 'express';
import { basePathOf } from '../base-path.ts';
import { packageRoot } from '../../../core/package-root.ts';

/** Returns the routes of Swagger UI for `/openapi.json`. All files are local: a page of ours, and what the build copies. */
export function docs(): Router {
  const assets = new URL('dist/swagger-ui/', packageRoot());
  const router = express.Router();
  router.get('/', (request, response) => {
    if (request.originalUrl.endsWith('/docs')) response.type('html').send(page);
    else response.redirect(`${basePathOf(response)}/docs`);
  });
  router.get('/start.js', (_request, response) => void response.type('js').send(start));
  for (const [file, type] of served) {
    router.get(`/${file}`, (_request, response) => void response.type(type).send(readFileSync(new URL(file, assets))));
  }
  return router;
}

const served = [
  ['swagger-ui.css', 'css'],
  ['swagger-ui-bundle.js', 'js'],
  ['favicon-32x32.png', 'png'],
] as const;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Audiobook service</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
</head>
<body>
<div id="docs"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script type="module" src="docs/start.js"></script>
</body>
</html>
`;

/** Swagger UI fills optional fields with made-up values and sends them. Empty examples keep them empty. */
const start = `const response = await fetch('openapi.json');
const spec = await response.json();
for (const { post } of Object.values(spec.paths)) {
  const schema = post?.requestBody?.content['multipart/form-data']?.schema;
  for (const [name, field] of Object.entries(schema?.properties ?? {})) {
    const isEmpty = !schema.required.includes(name) && field.enum === undefined;
    if (isEmpty) field.example = field.default ?? (field.type === 'array' ? [] : '');
  }
}
SwaggerUIBundle({
  spec,
  dom_id: '#docs',
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;
