import { sendNoContent } from './reply.ts'
import type { Route } from './router.ts'

/** Present only if a server started the bridge; a user who starts a bridge stops it themselves. */
export const stopRoute = (onStop: () => void): Route => ({
  method: 'POST',
  path: '/stop',
  access: 'server',
  handle: ({ response }) => {
    response.once('close', onStop)
    sendNoContent(response)
  },
})
