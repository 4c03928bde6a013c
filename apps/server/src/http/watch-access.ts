import { Refusal } from '@talus/contract'
import type { Route } from '@talus/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authorizeAgain } from './authorize.ts'
import type { AuthorizeDeps } from './authorize.ts'

/** As often as the rights of a device during an association. */
const defaultMs = 5000

/** The session or key is gone, or no longer has the right; an outage of the database is neither. */
const isWithdrawn = (error: unknown) =>
  error instanceof Refusal && [401, 403, 429].includes(error.status)

/**
 * Ends an upload or download whose session or key is revoked meanwhile. A slow one would otherwise go
 * on for hours.
 */
export function watchAccess(
  definition: Route,
  request: FastifyRequest,
  { raw }: FastifyReply,
  deps: AuthorizeDeps & { readonly recheckAccessMs?: number | undefined },
): void {
  if (definition.needs === 'nothing') return
  const check = () =>
    authorizeAgain(definition, request, deps).then(watch, (error: unknown) => {
      if (isWithdrawn(error)) raw.destroy()
      else watch()
    })
  const watch = () => {
    if (raw.closed) return
    timer = setTimeout(() => void check(), deps.recheckAccessMs ?? defaultMs).unref()
  }
  let timer: NodeJS.Timeout | undefined
  raw.once('close', () => clearTimeout(timer))
  watch()
}
