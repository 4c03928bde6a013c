import { BridgeRefusalBody, SensorList } from '@talus/contract'
import { z } from 'zod'

/** The program that answers on the bridge's port. */
export type PortOwner = 'ours' | 'other bridge' | 'other program' | 'nobody'

const timeoutMs = 3000
const Link = z.object({ url: z.string() })

/** The calls by which the supervisor finds, identifies and stops a bridge on this computer. */
export function createBridgeProbe(port: number, token: string) {
  const request = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  const readBody = async (response: Response): Promise<unknown> =>
    response.json().catch(() => undefined)

  return {
    identify: async (): Promise<PortOwner> => {
      try {
        const response = await request('/sensors')
        const body = await readBody(response)
        if (response.ok && SensorList.safeParse(body).success) return 'ours'
        const isRefusal = BridgeRefusalBody.safeParse(body).data?.code === 'bridge/token'
        return isRefusal ? 'other bridge' : 'other program'
      } catch (error) {
        return isRefused(error) ? 'nobody' : 'other program'
      }
    },
    /** Asks for a link to the simulator's control panel; real hardware has none. */
    createPanelUrl: async (): Promise<string | undefined> => {
      try {
        return Link.safeParse(await readBody(await request('/panel/link', 'POST'))).data?.url
      } catch {
        return undefined
      }
    },
    requestStop: () =>
      request('/stop', 'POST').then(
        ({ ok }) => ok,
        () => false,
      ),
  }
}

const Refused = z.object({ cause: z.object({ code: z.literal('ECONNREFUSED') }) })
const isRefused = (error: unknown) => Refused.safeParse(error).success
