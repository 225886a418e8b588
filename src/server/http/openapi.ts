import { bookKinds } from '../../core/book.ts';
import { z } from 'zod';
import { fieldDescription, optionChoices } from '../../pipeline/options/option.ts';
import type { Option, OptionGroup } from '../../pipeline/options/option.ts';
import { operations } from './operations.ts';
import { operationTags } from './operation.ts';
import type { Answer, Operation } from './operation.ts';
import { retryAfterSeconds, statuses } from '../errors/statuses.ts';
import type { FailureCode } from '../errors/statuses.ts';
import { errorSchema } from '../jobs/job-view.ts';

type Json = Record<string, unknown>;

/** Returns the OpenAPI 3.1 document of the service, made from the schemas that check its requests. */
export function openApi(version: string, basePath = ''): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    const entry = (paths[operation.path] ??= {});
    entry[operation.method] = describe(id, operation, components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Audiobook service',
      version,
      description: `Turns an ${bookKinds} file into an audiobook.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath || '/' }],
    tags: operationTags.map(([name, description]) => ({ name, description })),
    // A service without a token needs none.
    security: [{ token: [] }, { session: [] }, {}],
    paths,
    components: { schemas: components, securitySchemes },
  };
}

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer' },
  session: { type: 'apiKey', in: 'cookie', name: 'audiobook_session' },
};

function describe(operationId: string, operation: Operation, components: Json): Json {
  const { description, open } = operation;
  const codes = [...operation.errors, ...(open ? [] : (['unauthorized', 'forbidden', 'too-many-attempts'] as const))];
  const parameters = parametersOf(operation);
  return {
    operationId,
    summary: description,
    tags: [operation.tag],
    ...(open && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(operation),
    responses: {
      ...answersOf(operation.answers, components),
      ...errorsOf(codes, operation.errorBody ?? errorSchema, components),
    },
  };
}

function bodyOf({ json, jsonFields, form, book = true, cover = false }: Operation): Json {
  const body = (type: string, schema: Json, required = true): Json => ({
    requestBody: { required, content: { [type]: { schema } } },
  });
  if (json) return body('application/json', jsonSchema(json));
  if (jsonFields) return body('application/json', changeSchema(jsonFields));
  return form ? body('multipart/form-data', formSchema(form, { book, cover }), book === true) : {};
}

/** Returns the schema of an object with some of the fields. A field that is null is taken back. */
function changeSchema(fields: OptionGroup): Json {
  const properties = Object.entries(fieldSchemas(fields)).map(
    ([name, { description, default: _default, ...schema }]) => [
      name,
      { description, anyOf: [schema, { type: 'null' }] },
    ],
  );
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false, example: {} };
}

function parametersOf({ path, query, headers = {} }: Operation): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(fieldSchemas(query)).map(([name, schema]) => ({ name, in: 'query', schema }));
  const inHeader = Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  }));
  return [...inPath, ...inQuery, ...inHeader];
}

function formSchema(form: OptionGroup, { book, cover }: Required<Pick<Operation, 'book' | 'cover'>>): Json {
  const files = {
    ...(book !== false && { file: { type: 'string', format: 'binary', description: bookKinds } }),
    ...(book !== false && {
      url: {
        type: 'string',
        format: 'uri',
        description: 'address of the book, instead of the file; public addresses only',
      },
    }),
    ...(cover && { cover: { type: 'string', format: 'binary', description: 'image to use instead of the cover' } }),
  };
  const required = Object.values(form).flatMap((option) => (option.required ? [option.field] : []));
  return {
    type: 'object',
    properties: { ...files, ...fieldSchemas(form) },
    required,
    ...(book === true && { anyOf: [{ required: ['file'] }, { required: ['url'] }] }),
    additionalProperties: false,
  };
}

/** Returns the JSON schemas of fields, by name. */
function fieldSchemas(group: OptionGroup = {}): Readonly<Record<string, Json>> {
  return Object.fromEntries(Object.values(group).map((option) => [option.field, fieldSchema(option)]));
}

function fieldSchema(option: Option): Json {
  const { schema, defaultNote } = option;
  // Forms that are made from the document start with the first value of a list that has no default.
  const value = option.default ?? (optionChoices(option)?.includes('false') ? 'false' : undefined);
  const description = fieldDescription(option);
  return {
    ...jsonSchema(schema),
    description: defaultNote === undefined ? description : `${description} (default: ${defaultNote})`,
    ...(value !== undefined && { default: value }),
  };
}

function answersOf(answers: readonly Answer[], components: Json): Json {
  return Object.fromEntries(
    answers.map(({ status, description, body, headers }) => [
      status,
      {
        description,
        headers: headersOf({ ...headers, ...everyHeader }),
        ...(body && { content: contentOf(body, components) }),
      },
    ]),
  );
}

const everyHeader = { 'X-Request-Id': 'the id of the request in the log of the service' };

function headersOf(headers: Readonly<Record<string, string>>): Json {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
}

function contentOf(body: NonNullable<Answer['body']>, components: Json): Json {
  const contents = [body].flat().map((type): readonly [string, Json] => {
    const isJson = type instanceof z.ZodType;
    return isJson ? ['application/json', { schema: shared(type, components) }] : [type, { schema: streamSchema(type) }];
  });
  return Object.fromEntries(contents);
}

function streamSchema(mediaType: string): Json {
  return { type: 'string', ...(!mediaType.startsWith('text/') && { format: 'binary' }) };
}

function errorsOf(codes: readonly FailureCode[], body: z.ZodType, components: Json): Json {
  const content = { 'application/json': { schema: shared(body, components) } };
  const byStatus: Record<number, FailureCode[]> = {};
  for (const code of codes) (byStatus[statuses[code]] ??= []).push(code);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, names]) => [
      status,
      { description: names.join(', '), headers: headersOf({ ...errorHeaders(names), ...everyHeader }), content },
    ]),
  );
}

function errorHeaders(codes: readonly FailureCode[]): Readonly<Record<string, string>> {
  return {
    ...(codes.some((code) => retryAfterSeconds[code] !== undefined) && { 'Retry-After': 'seconds to wait' }),
    ...(codes.includes('unauthorized') && { 'WWW-Authenticate': 'how to send a token' }),
  };
}

/** Returns the JSON schema, with all named parts moved to the components of the document. */
function shared(schema: z.ZodType, components: Json): Json {
  const { $defs, ...rest } = jsonSchema(schema);
  for (const [name, definition] of Object.entries($defs ?? {})) components[name] = withoutId(relocated(definition));
  const name = schema.meta()?.id;
  if (name === undefined) return relocated(rest);
  // A named schema is a reference to its own definition, unless nothing else refers to it.
  components[name] ??= withoutId(relocated(rest));
  return { $ref: `#/components/schemas/${name}` };
}

function relocated(schema: unknown): Json {
  const moved: Json = JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
  return moved;
}

/** The name of a component is its key. */
function withoutId({ id: _id, ...schema }: Json): Json {
  return schema;
}

function jsonSchema(schema: z.ZodType): z.core.JSONSchema.JSONSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
