import { Readable } from 'node:stream'
import { allRoutes, can, ClinicId, reaches, reachOf, refuse } from '@talus/contract'
import type {
  Access,
  Actor,
  BodyOf,
  ClinicRule,
  Language,
  NamedRoute,
  ParamsOf,
  QueryOf,
  ReplyOf,
  Route,
  Variant,
} from '@talus/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { z } from 'zod'
import { ClinicDb } from '../db/clinic-db.ts'
import type { UnscopedDb } from '../db/open.ts'
import { bearerToken } from './bearer-token.ts'
import { InvalidRequest } from './error-reply.ts'
import { languageOf } from './words.ts'

/** What a handler is given: a checked request, and no way around the actor's reach. */
export interface Call<Definition> {
  readonly params: ParamsOf<Definition>
  readonly query: QueryOf<Definition>
  readonly body: BodyOf<Definition>
  readonly actor: Definition extends { needs: 'nothing' } ? undefined : Actor
  /** Bounded to the clinic that the request names, or else to all that the actor reaches. */
  readonly db: Definition extends { needs: 'nothing' } ? undefined : ClinicDb
  /** The clinic that the request names, or else the actor's own. */
  readonly clinicId: ClinicId | null
  readonly language: Language
  readonly address: string
  readonly token: string | undefined
  readonly setHeader: (name: string, value: string) => void
}

/** A route without a response schema answers 204; its handler returns nothing. */
export type Handler<Definition> = (
  call: Call<Definition>,
) => Promise<ReplyOf<Definition> extends undefined ? void : ReplyOf<Definition>>

export interface MountDeps {
  readonly unscopedDb: UnscopedDb
  readonly authenticate: (token: string) => Promise<Actor | undefined>
  readonly publicCallsPerMinute: number
  readonly variant: Variant
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by the mounter alone; a route below the API base without it does not start. */
    readonly access?: Access
    /** The body is a file, read by the handler as it comes. */
    readonly takesStream?: boolean
  }
}

export type Mount = <Definition extends Route>(
  definition: Definition,
  handler: Handler<Definition>,
) => void

/** For answers that are not JSON: the handler writes the reply itself. */
export type MountRaw = <Definition extends Route>(
  definition: Definition,
  handler: (call: Call<Definition>, reply: FastifyReply) => Promise<FastifyReply>,
) => void

/** find-my-way reads ":id.jpg" as one parameter unless the parameter is bounded. */
export const routeUrl = (path: string) =>
  path.replace(':id.', ':id(^\\d+).').replace(/:(frameId|look)\./u, ':$1(^[\\w-]+).')

/** Registers contract routes. Who may call and whose data it touches is decided here, for all of them. */
export function mounter(app: FastifyInstance, deps: MountDeps) {
  const built = new Set<Route>()
  for (const type of new Set(allRoutes.flatMap(({ route }) => route.stream ?? [])))
    app.addContentTypeParser(type, (_request, payload, done) => done(null, payload))

  const register = (definition: Route, handle: RouteHandlerMethod) => {
    if ((definition.variant ?? deps.variant) !== deps.variant) return
    app.route({
      method: definition.method,
      url: routeUrl(definition.path),
      config: {
        access: accessOf(definition),
        takesStream: definition.stream !== undefined,
        ...(definition.needs === 'nothing' && definition.method === 'POST'
          ? { rateLimit: { max: deps.publicCallsPerMinute, timeWindow: '1 minute' } }
          : { rateLimit: false }),
      },
      handler: handle,
    })
  }

  const mount: Mount = (definition, handler) => {
    if (built.has(definition)) throw new Error(`Mounted twice: ${definition.path}`)
    built.add(definition)
    register(definition, async (request, reply) => {
      const call = await admit(definition, request, reply, deps)
      const answer = await handler(call)
      return definition.response
        ? reply.send(definition.response.parse(answer))
        : reply.code(204).send()
    })
  }

  const mountRaw: MountRaw = (definition, handler) => {
    built.add(definition)
    register(definition, async (request, reply) =>
      handler(await admit(definition, request, reply, deps), reply),
    )
  }

  /** What is declared and not built yet says so, to those who might have called it. */
  const mountUnbuilt = (
    isMounted: (route: Route) => boolean,
    yetToCome: readonly Route[],
  ): readonly NamedRoute[] => {
    const unbuilt = allRoutes.filter(
      ({ route }) => isMounted(route) && !built.has(route) && !yetToCome.includes(route),
    )
    for (const { route } of unbuilt)
      register(route, async (request, reply) => {
        await admit(route, request, reply, deps)
        refuse('route/not-built')
      })
    return unbuilt
  }

  return { mount, mountRaw, mountUnbuilt }
}

function accessOf(definition: Route): Access {
  return definition.needs === 'nothing'
    ? { needs: 'nothing', clinic: 'none' }
    : { needs: definition.needs, clinic: definition.clinic }
}

/** Sign-in, then right, then form, then clinic: a stranger learns nothing about forms. */
async function admit<Definition extends Route>(
  definition: Definition,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: MountDeps,
): Promise<Call<Definition>> {
  const token = bearerToken(request.headers.authorization)
  const actor = await admittedActor(definition, token, deps)
  const params = parsePart(definition.params, request.params)
  const query = parsePart(definition.query, withDeclaredNames(definition.query, request.query))
  // Forms and files are read by their handlers, as a stream.
  const given = request.body ?? undefined
  const takesStream = definition.stream !== undefined
  // A file where JSON belongs, or JSON where a file belongs.
  if (given !== undefined && given instanceof Readable !== takesStream)
    refuse('request/unsupported-type')
  const isRead = takesStream || definition.form !== undefined
  const body = isRead ? undefined : parsePart(definition.body, given)
  const reach = actor === undefined ? [] : reachOf(actor)
  const named = namedClinic(definition.clinic, { params, query, body })
  if (named !== undefined && !reaches(reach, named)) refuse('access/other-clinic')
  const call = {
    params,
    query,
    body,
    actor,
    db: actor && new ClinicDb(deps.unscopedDb, named === undefined ? reach : [named]),
    clinicId: named ?? actor?.clinicId ?? null,
    language: languageOf(request.headers['accept-language']),
    address: request.ip,
    token,
    setHeader: (name: string, value: string) => void reply.header(name, value),
  }
  // Its parts have been parsed by this route's own schemas, which TypeScript cannot follow.
  return call as unknown as Call<Definition>
}

async function admittedActor(definition: Route, token: string | undefined, deps: MountDeps) {
  if (definition.needs === 'nothing') return undefined
  const actor = token === undefined ? undefined : await deps.authenticate(token)
  if (actor === undefined) refuse('access/sign-in-required')
  if (definition.needs !== 'sign-in' && !can(actor, definition.needs)) refuse('access/forbidden')
  return actor
}

function parsePart(schema: z.ZodType | undefined, given: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(given, { reportInput: true })
  if (!parsed.success) throw new InvalidRequest(parsed.error.issues)
  return parsed.data
}

/**
 * The specification writes ClinicId and clinicId; both are understood. The same name twice, in
 * whatever case, is refused: which one a check reads and which one a query uses must not differ.
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

function namedClinic(
  rule: ClinicRule,
  parts: Readonly<Record<'params' | 'query' | 'body', unknown>>,
): ClinicId | undefined {
  if (typeof rule === 'string') return undefined
  let value: unknown = parts[rule.in]
  for (const key of rule.name.split('.'))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return value === undefined || value === null ? undefined : ClinicId.parse(value)
}
