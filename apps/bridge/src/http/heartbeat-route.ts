import { sendNoContent } from './reply.ts'
import type { Route } from './router.ts'

/** The server calls it while it runs; every call of a server counts as a heartbeat. */
export const heartbeatRoute: Route = {
  method: 'POST',
  path: '/heartbeat',
  access: 'server',
  handle: ({ response }) => sendNoContent(response),
}
