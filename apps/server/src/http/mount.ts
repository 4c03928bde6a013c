import { allRoutes } from '@talus/contract'
import type { Access, Route, RouteReply, Variant } from '@talus/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UnscopedDb } from '../db/open.ts'
import type { FileStore } from '../files/index.ts'
import type { AccessChanges } from './access-changes.ts'
import { admit, takesStream } from './admit.ts'
import type { Call } from './admit.ts'
import { authorizeActor } from './authorize.ts'
import type { AuthorizeDeps } from './authorize.ts'
import { readStrictJson } from './parse-json.ts'
import { receiveForm } from './receive-form.ts'
import { describeRefusedCall } from './refused-call.ts'
import type { RefusedCall } from './refused-call.ts'
import { readFacts } from './request-facts.ts'
import { watchAccess } from './watch-access.ts'

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
  const call = admit(definition, request, reply, deps.unscopedDb)
  if (!definition.form) return handler(call)
  const { fields, files, removePending } = await receiveForm(definition.form, reply, deps.files)
  try {
    // The fields have been parsed by this route's own schema, which TypeScript cannot infer.
    return await handler({ ...call, form: { fields, files } as unknown as typeof call.form })
  } finally {
    await removePending()
  }
}
