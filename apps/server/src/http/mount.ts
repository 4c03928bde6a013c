import { Readable } from 'node:stream'
import {
  allRoutes,
  ClinicId,
  isInReach,
  limits,
  parseAcceptLanguage,
  parseWorkplace,
  refuse,
  workplaceHeader,
} from '@talus/contract'
import type {
  Access,
  Actor,
  RouteBody,
  ClinicRule,
  Language,
  RouteParams,
  RouteQuery,
  RouteReply,
  Route,
  Variant,
  Workplace,
} from '@talus/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ClinicDb } from '../db/clinic-db.ts'
import type { UnscopedDb } from '../db/open.ts'
import type { FileStore } from '../files/index.ts'
import { authorizeActor, getRouteReach, readToken } from './authorize.ts'
import type { AuthorizeDeps } from './authorize.ts'
import { InvalidRequestError } from './error-reply.ts'
import { noteClinic, readFacts } from './request-facts.ts'
import { parseMediaType } from './media-type.ts'
import { readStrictJson } from './parse-json.ts'
import { receiveForm } from './receive-form.ts'
import type { Form } from './receive-form.ts'
import { describeRefusedCall } from './refused-call.ts'
import type { RefusedCall } from './refused-call.ts'
import { isSameComputer } from './same-computer.ts'
import { findUnknownFields } from './unknown-fields.ts'
import type { AccessChanges } from './access-changes.ts'
import { watchAccess } from './watch-access.ts'

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

/** A route without a response schema answers 204; its handler returns nothing. */
export type Handler<Definition> = (
  call: Call<Definition>,
) => Promise<RouteReply<Definition> extends undefined ? void : RouteReply<Definition>>

export interface MountDeps extends AuthorizeDeps {
  readonly unscopedDb: UnscopedDb
  /** Stores the files of forms until their handlers have returned. */
  readonly files: FileStore
  readonly publicCallsPerMinute: number
  /** The interval at which the rights of a running upload or download are checked again. */
  readonly recheckAccessMs?: number | undefined
  /** Hears of every route that withdraws rights. */
  readonly accessChanges: AccessChanges
  /** Called when a signed-in user is refused. */
  readonly onRefused?: (call: RefusedCall) => void
  readonly variant: Variant
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Set only by the mounter; the server does not start with a route below the API base that lacks
     * it.
     */
    readonly access?: Access
    /** The body holds files, which are read as a stream. */
    readonly takesStream?: boolean
    /** The response is an event stream, which stays open. */
    readonly isEventStream?: boolean
  }
}

export type Mount = <Definition extends Route>(
  definition: Definition,
  handler: Handler<Definition>,
) => void

/** For responses that are not JSON: the handler writes the reply itself. */
export type MountRaw = <Definition extends Route>(
  definition: Definition,
  handler: (call: Call<Definition>, reply: FastifyReply) => Promise<FastifyReply>,
  settings?: {
    /** The call is completed although its session ends meanwhile: it waits, and is no transfer. */
    readonly outlivesSession?: boolean
  },
) => void

/** find-my-way reads ":id.jpg" as one parameter unless the parameter is bounded. */
export const toRouteUrl = (path: string) =>
  path.replace(':id.', ':id(^\\d+).').replace(/:(frameId|preset)\./u, ':$1(^[\\w-]+).')

/**
 * Registers the routes of the contract, and checks for all of them which users may call them on
 * which clinics.
 */
export function createMounter(app: FastifyInstance, deps: MountDeps) {
  const built = new Set<Route>()
  readStrictJson(app)
  // Streams of files, and types that `admit` refuses.
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  const register = (
    definition: Route,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    { isTransfer }: { readonly isTransfer: boolean },
  ) => {
    if ((definition.variant ?? deps.variant) !== deps.variant) return
    app.route({
      method: definition.method,
      url: toRouteUrl(definition.path),
      config: {
        access: getAccess(definition),
        takesStream: takesStream(definition),
        isEventStream: definition.produces === 'text/event-stream',
        ...(definition.needs === 'nothing' && definition.method === 'POST'
          ? {
              rateLimit: {
                max: Math.min(deps.publicCallsPerMinute, definition.callsPerMinute ?? Infinity),
                timeWindow: '1 minute',
              },
            }
          : { rateLimit: false }),
      },
      // Before the body is read: a caller without a session learns nothing about types and schemas.
      onRequest: async (request, reply) => {
        await noteRefusal(definition, request, () =>
          authorizeActor(definition, request, reply, deps),
        )
        if (isTransfer) watchAccess(definition, request, reply, deps)
      },
      handler: (request, reply) => noteRefusal(definition, request, () => handler(request, reply)),
    })
  }

  const noteRefusal = async <Result>(
    definition: Route,
    request: FastifyRequest,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      const { actor } = readFacts(request)
      const refused = actor && describeRefusedCall(definition, request, actor, error)
      if (refused) deps.onRefused?.(refused)
      throw error
    }
  }

  const mount: Mount = (definition, handler) => {
    if (built.has(definition)) throw new Error(`Mounted twice: ${definition.path}`)
    built.add(definition)
    const send = async (request: FastifyRequest, reply: FastifyReply) => {
      const result = await handle(definition, request, reply, deps, handler)
      // Before the answer: what arrives after it is not acknowledged.
      if (definition.changesAccess) await deps.accessChanges.announce()
      return definition.response
        ? reply.send(definition.response.parse(result))
        : reply.code(204).send()
    }
    register(definition, send, { isTransfer: takesStream(definition) })
  }

  const mountRaw: MountRaw = (definition, handler, { outlivesSession = false } = {}) => {
    built.add(definition)
    const send = (request: FastifyRequest, reply: FastifyReply) =>
      handle(definition, request, reply, deps, (call) => handler(call, reply))
    // An event stream checks the session itself.
    const isTransfer = definition.produces !== 'text/event-stream' && !outlivesSession
    register(definition, send, { isTransfer })
  }

  /** Lists the declared routes without a handler. */
  const listMissing = (isServed: (route: Route) => boolean): readonly string[] =>
    allRoutes.filter(({ route }) => isServed(route) && !built.has(route)).map(({ name }) => name)

  return { mount, mountRaw, listMissing }
}

function getAccess(definition: Route): Access {
  return definition.needs === 'nothing'
    ? { needs: 'nothing', clinic: 'none' }
    : { needs: definition.needs, clinic: definition.clinic }
}

const takesStream = ({ stream, form }: Route) => stream !== undefined || form !== undefined

/**
 * Calls the handler of an admitted request. A form is received last: no byte of a file is stored for
 * a caller without the right to it, and files that the handler has not kept are removed.
 */
async function handle<Definition extends Route, Result>(
  definition: Definition,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: MountDeps,
  handler: (call: Call<Definition>) => Promise<Result>,
): Promise<Result> {
  const call = admit(definition, request, reply, deps)
  if (!definition.form) return handler(call)
  const { fields, files, removePending } = await receiveForm(definition.form, reply, deps.files)
  try {
    // The fields have been parsed by this route's own schema, which TypeScript cannot infer.
    return await handler({ ...call, form: { fields, files } as unknown as typeof call.form })
  } finally {
    await removePending()
  }
}

/** Checks the schema, then the clinic; sign-in and permission have been checked before. */
function admit<Definition extends Route>(
  definition: Definition,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: MountDeps,
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
    db: actor && new ClinicDb(deps.unscopedDb, named === undefined ? reach : [named]),
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
