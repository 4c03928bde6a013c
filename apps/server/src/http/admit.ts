import { Readable } from 'node:stream'
import {
  ClinicId,
  isInReach,
  limits,
  parseAcceptLanguage,
  parseWorkplace,
  refuse,
  workplaceHeader,
} from '@talus/contract'
import type {
  Actor,
  ClinicRule,
  Language,
  Route,
  RouteBody,
  RouteParams,
  RouteQuery,
  Workplace,
} from '@talus/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ClinicDb } from '../db/clinic-db.ts'
import type { UnscopedDb } from '../db/open.ts'
import { getRouteReach, readToken } from './authorize.ts'
import { InvalidRequestError } from './error-reply.ts'
import { parseMediaType } from './media-type.ts'
import type { Form } from './receive-form.ts'
import { noteClinic, readFacts } from './request-facts.ts'
import { isSameComputer } from './same-computer.ts'
import { findUnknownFields } from './unknown-fields.ts'

/**
 * The argument of a handler: a validated request, and a database handle bounded to the actor's
 * reach.
 */
export interface Call<Definition> {
  readonly params: RouteParams<Definition>
  readonly query: RouteQuery<Definition>
  readonly body: RouteBody<Definition>
  readonly form: Definition extends { form: object } ? Form<Definition> : undefined
  readonly actor: Definition extends { needs: 'nothing' } ? undefined : Actor
  /** Bounded to the clinic that the request names, or else to all that the actor reaches. */
  readonly db: Definition extends { needs: 'nothing' } ? undefined : ClinicDb
  /** The clinic that the request names, or else the actor's own. */
  readonly clinicId: ClinicId | null
  readonly language: Language
  readonly address: string
  /** The request comes from the computer of the server itself, and through no proxy. */
  readonly isSameComputer: boolean
  /** The browser as it names itself. */
  readonly device: string
  /** The X-ray room and the clinic for which the page is used; it narrows the actor's reach. */
  readonly workplace: Workplace
  readonly token: string | undefined
  readonly setHeader: (name: string, value: string) => void
}

export const takesStream = ({ stream, form }: Route) => stream !== undefined || form !== undefined

/** Checks the schema, then the clinic; sign-in and permission have been checked before. */
export function admit<Definition extends Route>(
  definition: Definition,
  request: FastifyRequest,
  reply: FastifyReply,
  unscopedDb: UnscopedDb,
): Call<Definition> {
  const token = readToken(request)
  const { actor } = readFacts(request)
  const params = parsePart(definition.params, request.params)
  const query = parsePart(definition.query, withDeclaredNames(definition.query, request.query))
  const body = parseBody(definition, request)
  const reach = getRouteReach(definition, actor)
  const named = findNamedClinic(definition.clinic, { params, query, body })
  if (named !== undefined && !isInReach(reach, named)) refuse('access/other-clinic')
  if (named !== undefined) noteClinic(request, named)
  const call = {
    params,
    query,
    body,
    form: undefined,
    actor,
    db: actor && new ClinicDb(unscopedDb, named === undefined ? reach : [named]),
    clinicId: named ?? actor?.clinicId ?? null,
    language: parseAcceptLanguage(request.headers['accept-language']),
    address: request.ip,
    isSameComputer: isSameComputer({
      remoteAddress: request.socket.remoteAddress,
      httpVersion: request.raw.httpVersion,
      headers: request.headers,
    }),
    device: request.headers['user-agent'] ?? '',
    workplace: parseWorkplace(toText(request.headers[workplaceHeader])),
    token,
    setHeader: (name: string, value: string) => void reply.header(name, value),
  }
  // The parts have been parsed by this route's own schemas, which TypeScript cannot infer.
  return call as unknown as Call<Definition>
}

const toText = (header: string | readonly string[] | undefined) =>
  typeof header === 'string' ? header : undefined

/** Streams and forms are read after all checks. */
function parseBody(definition: Route, { body, headers }: FastifyRequest): unknown {
  const payload = body ?? undefined
  if (takesStream(definition)) {
    // Refused before the first byte is read.
    if (Number(headers['content-length'] ?? 0) > limits.importZipBytes) refuse('request/too-large')
    const { type } = parseMediaType(headers['content-type'] ?? '')
    const types = definition.stream ?? ['multipart/form-data']
    if (payload !== undefined && !(payload instanceof Readable && types.includes(type)))
      refuse('request/unsupported-type')
    return undefined
  }
  if (payload instanceof Readable) refuse('request/unsupported-type')
  const schema = definition.body ?? noFields
  const unknown = definition.ignoresUnknownFields ? [] : findUnknownFields(schema, payload)
  if (unknown.length > 0) throw new InvalidRequestError(unknown.slice(0, 20).map(toUnknownIssue))
  return parsePart(definition.body, payload)
}

const noFields = z.object({})

const toUnknownIssue = (field: string): z.core.$ZodIssueCustom => ({
  code: 'custom',
  path: [field],
  message: 'field/unknown',
})

function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value, { reportInput: true })
  if (!parsed.success) throw new InvalidRequestError(parsed.error.issues)
  return parsed.data
}

/**
 * The specification writes ClinicId and clinicId; both are accepted. The same name twice, in any
 * case, is refused: otherwise a check might read one value and a query use the other.
 */
function withDeclaredNames(schema: z.ZodObject | undefined, query: unknown): unknown {
  if (!schema || typeof query !== 'object' || query === null) return query
  const declared = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]))
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(query)) {
    const known = declared.get(name.toLowerCase()) ?? name
    if (Object.hasOwn(result, known) || Array.isArray(value)) refuse('request/malformed')
    result[known] = value
  }
  return result
}

function findNamedClinic(
  rule: ClinicRule,
  parts: Readonly<Record<'params' | 'query' | 'body', unknown>>,
): ClinicId | undefined {
  if (typeof rule === 'string') return undefined
  let value: unknown = parts[rule.in]
  for (const key of rule.name.split('.'))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return value === undefined || value === null ? undefined : ClinicId.parse(value)
}
