import type { Actor, ClinicId, ErrorCode } from '@talus/contract'
import type { FastifyRequest } from 'fastify'

/** The facts about a request that become known while it is processed. */
export interface RequestFacts {
  /** The signed-in user; none for a route that needs no sign-in. */
  actor?: Actor
  /** The clinic that the request names. */
  clinicId?: ClinicId
  /** The code of the error that was answered. */
  refusal?: ErrorCode
}

const facts = new WeakMap<FastifyRequest, RequestFacts>()

function getFacts(request: FastifyRequest): RequestFacts {
  const known = facts.get(request) ?? {}
  facts.set(request, known)
  return known
}

export const noteActor = (request: FastifyRequest, actor: Actor) =>
  void (getFacts(request).actor = actor)
export const noteClinic = (request: FastifyRequest, clinicId: ClinicId) =>
  void (getFacts(request).clinicId = clinicId)
export const noteRefusal = (request: FastifyRequest, refusal: ErrorCode) =>
  void (getFacts(request).refusal = refusal)

export const readFacts = (request: FastifyRequest): Readonly<RequestFacts> =>
  facts.get(request) ?? {}
