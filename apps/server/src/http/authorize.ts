import { can, getCaseReach, getReach, isInReach, refuse, serviceKeyPrefix } from '@talus/contract'
import type { Actor, ExchangeRight, Reach, Route } from '@talus/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { noteActor, readFacts } from './request-facts.ts'

export interface AuthorizeDeps {
  readonly authenticate: (
    token: string,
    options: { readonly renews: boolean },
  ) => Promise<Actor | undefined>
  /** Returns the actor of a service account's key, or throws a refusal. */
  readonly authenticateKey: (key: string, right: ExchangeRight, address: string) => Promise<Actor>
  /** Refuses a session that calls too often. */
  readonly countCall: (token: string) => void
}

/** Reads the token of an Authorization header; undefined if there is none that could be valid. */
const parseBearerToken = (header: string | undefined): string | undefined =>
  /^Bearer ([\w-]{20,200})$/iu.exec(header ?? '')?.[1]

/**
 * Reads the key of a service account: a bearer token, or the password of Basic authentication, whose
 * user name is for the client's own use.
 */
function parseServiceKey(header: string | undefined): string | undefined {
  const basic = /^Basic ([A-Za-z0-9+/=]{4,600})$/iu.exec(header ?? '')?.[1]
  if (basic !== undefined) {
    const [, ...password] = Buffer.from(basic, 'base64').toString('utf8').split(':')
    return password.join(':')
  }
  const token = parseBearerToken(header)
  return token?.startsWith(serviceKeyPrefix) ? token : undefined
}

export const readToken = ({ headers }: FastifyRequest) => parseBearerToken(headers.authorization)

/** Also if the token cannot be one of ours. */
const isBearer = ({ headers }: FastifyRequest) => /^Bearer /iu.test(headers.authorization ?? '')

/** The clinics whose records the actor reaches on a route. */
export function getRouteReach({ clinic }: Route, actor: Actor | undefined): Reach {
  if (actor === undefined) return []
  return clinic === 'cases' ? getCaseReach(actor) : getReach(actor)
}

export async function authorizeActor(
  definition: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AuthorizeDeps,
): Promise<void> {
  if (definition.needs === 'nothing') return
  const token = readToken(request)
  // Programs wait for this header before they send a password. The pages always send a token, and
  // with it a browser would open its own sign-in window.
  if (definition.serviceRight !== undefined && !isBearer(request))
    void reply.header('www-authenticate', 'Basic realm="DICOMweb"')
  const actor = await identifyActor(definition, request, deps)
  noteActor(request, actor)
  // A program that sends a study of small files calls faster than any page; writing the files to the
  // disk paces it.
  const isUpload = definition.stream !== undefined
  if (token !== undefined && !actor.isService && !isUpload) deps.countCall(token)
  checkRights(definition, actor)
}

/** Refuses a request that was admitted, if its caller has lost the session, the key or the right. */
export async function authorizeAgain(
  definition: Route,
  request: FastifyRequest,
  deps: AuthorizeDeps,
): Promise<void> {
  const actor = await identifyActor(definition, request, deps)
  checkRights(definition, actor)
  const { clinicId } = readFacts(request)
  if (clinicId !== undefined && !isInReach(getRouteReach(definition, actor), clinicId))
    refuse('access/other-clinic')
}

async function identifyActor(
  { serviceRight, keepsExpiry }: Route,
  request: FastifyRequest,
  { authenticate, authenticateKey }: AuthorizeDeps,
): Promise<Actor> {
  const key = serviceRight && parseServiceKey(request.headers.authorization)
  if (serviceRight !== undefined && key !== undefined)
    return authenticateKey(key, serviceRight, request.ip)
  const token = readToken(request) ?? refuse('access/sign-in-required')
  return (await authenticate(token, { renews: !keepsExpiry })) ?? refuse('access/sign-in-required')
}

function checkRights({ needs, worksBeforeSetUp }: Route, actor: Actor): void {
  // The rights of a key were checked with it.
  if (actor.isService || needs === 'nothing') return
  if (actor.mustSetUp && !worksBeforeSetUp) refuse('account/set-up-required')
  if (needs !== 'sign-in' && !can(actor, needs)) refuse('access/forbidden')
}
