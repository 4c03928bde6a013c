import { Refusal } from '@talus/contract'
import type { Route } from '@talus/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccessChanges } from './access-changes.ts'
import { authorizeAgain } from './authorize.ts'
import type { AuthorizeDeps } from './authorize.ts'

/** As often as the rights of a device during an association. */
const defaultMs = 5000

/** The session or key is gone, or no longer has the right; an outage of the database is neither. */
const isWithdrawn = (error: unknown) =>
  error instanceof Refusal && [401, 403, 429].includes(error.status)

/**
 * Ends an upload or download whose session or key is revoked meanwhile: at once if this server revokes
 * it, and at the next check if another one does. A slow one would otherwise go on for hours.
 */
export function watchAccess(
  definition: Route,
  request: FastifyRequest,
  { raw }: FastifyReply,
  deps: AuthorizeDeps & {
    readonly recheckAccessMs?: number | undefined
    readonly accessChanges: AccessChanges
  },
): void {
  if (definition.needs === 'nothing') return
  const authorizeOrEnd = () =>
    authorizeAgain(definition, request, deps).catch((error: unknown) => {
      if (isWithdrawn(error)) raw.destroy()
    })
  const check = () => authorizeOrEnd().then(watch)
  const watch = () => {
    if (raw.closed || raw.destroyed) return
    timer = setTimeout(() => void check(), deps.recheckAccessMs ?? defaultMs).unref()
  }
  let timer: NodeJS.Timeout | undefined
  const unlisten = deps.accessChanges.listen(authorizeOrEnd)
  raw.once('close', () => {
    clearTimeout(timer)
    unlisten()
  })
  watch()
}
