import { Refusal } from '@talus/contract'
import type { Actor, ErrorCode, Route } from '@talus/contract'
import type { FastifyRequest } from 'fastify'

/** A call of a signed-in user that was refused because of the user, not because of its content. */
export interface RefusedCall {
  readonly actor: Actor
  readonly address: string
  /** Method and path as declared, without the values of parameters. */
  readonly route: string
  readonly reason: ErrorCode
  /** The record that the request names; a record of another clinic is answered as not found. */
  readonly record: { readonly pathName: string; readonly id: number } | undefined
}

const reasons: readonly ErrorCode[] = [
  'access/forbidden',
  'access/other-clinic',
  'annotation/not-own-image',
  'clinic/not-renamable',
  'record/not-found',
  'user/flag-not-grantable',
  'user/not-editable',
  'viewer/advanced-tools',
]

/** Describes a refused call; undefined for any other error. */
export function describeRefusedCall(
  { method, path }: Route,
  request: FastifyRequest,
  actor: Actor,
  error: unknown,
): RefusedCall | undefined {
  if (!(error instanceof Refusal) || !reasons.includes(error.code)) return undefined
  return {
    actor,
    address: request.ip,
    route: `${method} ${path}`,
    reason: error.code,
    record: findRecord(path, request),
  }
}

const idFields = ['id', 'studyId', 'imageId'] as const

function findRecord(path: string, { params, body }: FastifyRequest): RefusedCall['record'] {
  const [, pathName = ''] = path.split('/')
  for (const part of [params, body])
    for (const field of idFields) {
      const value: unknown =
        typeof part === 'object' && part !== null ? Reflect.get(part, field) : undefined
      const id = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0
      if (Number.isSafeInteger(id) && id > 0) return { pathName, id }
    }
  return undefined
}
