import { allRoutes, errors } from '@talus/contract'
import type { FormShape, NamedRoute, Route } from '@talus/contract'
import { z } from 'zod'

/** The contract's table of routes as an OpenAPI 3.1 document. */
export interface OpenApiInput {
  readonly apiBase: string
  readonly version: string
  readonly isMounted: (route: Route) => boolean
}

type JsonSchema = Record<string, unknown>

const errorBody: JsonSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(errors) },
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    conflicts: { type: 'array', items: { type: 'string' } },
  },
}

const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

export function createOpenApiDocument({ apiBase, version, isMounted }: OpenApiInput) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const named of allRoutes.filter(({ route }) => isMounted(route))) {
    const path = named.route.path.replace(/:([a-zA-Z]+)/gu, '{$1}')
    const operations = (paths[path] ??= {})
    operations[named.route.method.toLowerCase()] = describeOperation(named)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Talus', version, description: 'The imaging system of a veterinary clinic' },
    servers: [{ url: apiBase.replace(/\/$/u, '') }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorBody },
    },
    paths,
  }
}

function describeOperation({ name, group, route }: NamedRoute) {
  return {
    operationId: name,
    tags: [group],
    summary: route.summary,
    security: route.needs === 'nothing' ? [] : [{ bearer: [] }],
    'x-needs': route.needs,
    'x-clinic': route.clinic,
    parameters: [...listParameters(route.params, 'path'), ...listParameters(route.query, 'query')],
    ...describeRequestBody(route),
    responses: {
      [route.response || route.produces ? '200' : '204']: describeSuccess(route),
      default: {
        description: 'A refusal, in the language of the Accept-Language header',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function listParameters(schema: z.ZodObject | undefined, location: 'path' | 'query') {
  if (!schema) return []
  const json = toJsonSchema(schema, 'input') as {
    readonly properties?: Record<string, JsonSchema>
    readonly required?: readonly string[]
  }
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || (json.required ?? []).includes(name),
    schema: property,
  }))
}

function describeRequestBody(route: Route) {
  if (route.form) {
    const schema = describeForm(route.form)
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (route.stream) {
    const file = { schema: { type: 'string', format: 'binary' } }
    const content = Object.fromEntries(route.stream.map((type) => [type, file]))
    return { requestBody: { required: true, content } }
  }
  if (!route.body) return {}
  const schema = toJsonSchema(route.body, 'input')
  return { requestBody: { required: true, content: { 'application/json': { schema } } } }
}

/** The parts of a multipart form: text fields, and files with their limits. */
function describeForm({ fields, files, fileBytes }: FormShape): JsonSchema {
  const json = toJsonSchema(fields, 'input') as {
    readonly properties?: JsonSchema
    readonly required?: readonly string[]
  }
  const parts = Object.entries(files).map(([name, { min, max, bytes }]) => {
    const description = `At most ${bytes} bytes each, and ${fileBytes} bytes in all files`
    const file = { type: 'string', format: 'binary', description }
    return [name, max === 1 ? file : { type: 'array', items: file, minItems: min, maxItems: max }]
  })
  const required = Object.keys(files).filter((name) => (files[name]?.min ?? 0) > 0)
  return {
    ...json,
    properties: { ...json.properties, ...Object.fromEntries(parts) },
    required: [...(json.required ?? []), ...required],
    additionalProperties: false,
  }
}

function describeSuccess(route: Route) {
  const headers = Object.fromEntries(
    Object.entries(route.responseHeaders ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  )
  const content = route.response
    ? { 'application/json': { schema: toJsonSchema(route.response, 'output') } }
    : route.produces
      ? { [route.produces]: {} }
      : undefined
  return {
    description: 'Done',
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(content ? { content } : {}),
  }
}
