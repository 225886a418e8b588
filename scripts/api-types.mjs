// Types of the requests and responses that the page uses, made from the OpenAPI document of the service.

/** Operations that the page calls. */
const used = new Set([
  'createJob',
  'getJob',
  'getSession',
  'createFeed',
  'listFeeds',
  'listJobs',
  'listBooks',
  'models',
  'plan',
  'providers',
  'tasks',
  'voices',
  'getTimings',
]);

/** Fields of forms: the page has controls for these. */
const forms = new Set(['createJob']);

/**
 * Returns a module with one type per shared schema, response and form.
 * @param {object} document
 * @returns {string}
 */
export function apiTypes(document) {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${typeName(name)} = ${typeOf(schema)};`,
  );
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const own = operations.filter(({ operationId }) => used.has(operationId)).flatMap(operationTypes);
  const head = '// Written by `npm run docs` from the OpenAPI document of the service. Do not edit.';
  return `${[head, ...schemas, ...own].join('\n\n')}\n`;
}

/**
 * @param {any} operation
 * @returns {string[]}
 */
function operationTypes({ operationId, responses, requestBody }) {
  const name = `${operationId.slice(0, 1).toUpperCase()}${operationId.slice(1)}`;
  const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = answer?.content?.['application/json']?.schema;
  const form = forms.has(operationId) ? requestBody.content['multipart/form-data'].schema.properties : undefined;
  return [
    ...(schema && !schema.$ref ? [`export type ${name}Answer = ${typeOf(schema)};`] : []),
    ...(form ? [`export type ${name}Field = ${enumType(Object.keys(form))};`] : []),
  ];
}

/** @param {readonly unknown[]} values */
function enumType(values) {
  return values.map((value) => JSON.stringify(value)).join(' | ');
}

/** @param {string} name */
function typeName(name) {
  return name === 'Error' ? 'ErrorBody' : name;
}

/**
 * Returns the TypeScript type of a JSON schema.
 * @param {any} schema
 * @returns {string}
 */
function typeOf(schema) {
  if (schema.$ref) return typeName(schema.$ref.split('/').at(-1));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return enumType(schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map(typeOf).join(' | ');
  if (schema.type === 'array') return `readonly (${typeOf(schema.items ?? {})})[]`;
  if (schema.type === 'object') return objectType(schema);
  const simple = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' };
  return simple[schema.type] ?? 'unknown';
}

/**
 * @param {any} schema
 * @returns {string}
 */
function objectType({ properties = {}, required = [], additionalProperties }) {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    const key = /^\w+$/u.test(name) ? name : JSON.stringify(name);
    return `readonly ${key}${mark}: ${typeOf(schema)}${mark && ' | undefined'};`;
  });
  if (fields.length > 0) return `{ ${fields.join(' ')} }`;
  const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
  return `Readonly<Record<string, ${values}>>`;
}
