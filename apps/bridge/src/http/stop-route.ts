import { sendNothing } from './reply.ts'
import type { Route } from './router.ts'

/** Only where a server started it; one that somebody runs by hand is ended by hand. */
export const stopRoute = (onStop: () => void): Route => ({
  method: 'POST',
  path: '/stop',
  access: 'server',
  handle: ({ response }) => {
    response.once('close', onStop)
    sendNothing(response)
  },
})
