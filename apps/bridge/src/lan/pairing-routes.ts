import { PairingReply, PairingRequest } from '@talus/contract'
import { parseBearerToken } from '../http/guard.ts'
import { sendJson, sendNoContent } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import type { Pairing } from './pairing.ts'

/** Present only at the port for other computers. */
export const pairingRoutes = (pairing: Pairing): Route[] => [
  {
    method: 'POST',
    path: '/pairing',
    access: 'pairing',
    handle: async ({ response, body }) =>
      sendJson(response, PairingReply, await pairing.pair(await body(PairingRequest))),
  },
  {
    method: 'DELETE',
    path: '/pairing',
    access: 'server',
    handle: async ({ request, response }) => {
      await pairing.unpair(parseBearerToken(request.headers))
      sendNoContent(response)
    },
  },
]
