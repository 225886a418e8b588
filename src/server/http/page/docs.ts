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
  router.get('/docs.css', (_request, response) => void response.type('css').send(style));
  for (const [file, type] of served) {
    router.get(`/${file}`, (_request, response) => void response.type(type).send(readFileSync(new URL(file, assets))));
  }
  return router;
}

const served = [
  ['swagger-ui.css', 'css'],
  ['tokens.css', 'css'],
  ['swagger-ui-bundle.js', 'js'],
  ['favicon-32x32.png', 'png'],
] as const;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Audiobook service</title>
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/tokens.css">
<link rel="stylesheet" href="docs/docs.css">
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
</head>
<body>
<nav><a href="./">Audiobook</a></nav>
<main id="docs"></main>
<script src="docs/swagger-ui-bundle.js"></script>
<script type="module" src="docs/start.js"></script>
</body>
</html>
`;

/** Swagger UI in the colors and letters of the page. Its own dark colors are those of what is not named here. */
const style = `body { margin: 0; font-family: var(--sans); }
body, html.dark-mode, html.dark-mode .swagger-ui { background: var(--paper); color: var(--ink); }
nav { padding: 1rem 1.25rem; border-bottom: 1px solid var(--line); }
nav a, .swagger-ui .info a, .swagger-ui .renderedMarkdown a { color: var(--accent); }
nav a { font: 600 1.15rem var(--serif); text-decoration: none; }
.swagger-ui, .swagger-ui :is(.opblock-tag, .opblock-summary-description, .opblock-description-wrapper p,
  .parameter__name, .parameter__type, .response-col_status, .tab li, label, table thead tr th, .btn, select, input, textarea) {
  font-family: var(--sans);
  color: var(--ink);
}
.swagger-ui .info .title { font-family: var(--serif); color: var(--ink); }
.swagger-ui :is(.info p, .info li, .opblock-tag small, .opblock-summary-description, .parameter__type) { color: var(--soft); }
.swagger-ui .scheme-container, .swagger-ui .opblock .opblock-section-header { background: var(--sunken); box-shadow: none; }
.swagger-ui .opblock { border-radius: var(--radius); box-shadow: none; }
.swagger-ui .opblock-tag { border-bottom-color: var(--line); }
.swagger-ui :is(select, input[type='text'], textarea) { border-color: var(--line); background: var(--raised); color: var(--ink); }
.swagger-ui .btn.execute { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
`;

/** Swagger UI fills optional fields with made-up values and sends them. Empty examples keep them empty. */
const start = `const { colors = 'device' } = JSON.parse(localStorage.getItem('audiobook.look') ?? '{}');
const dark = matchMedia('(prefers-color-scheme: dark)');
const root = document.documentElement;
if (colors !== 'device') root.dataset.colors = colors;
const color = () => root.classList.toggle('dark-mode', colors === 'device' ? dark.matches : colors === 'dark');
color();
dark.addEventListener('change', color);
const response = await fetch('openapi.json');
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
