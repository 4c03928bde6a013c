import { BridgeRefusalBody, SensorList } from '@talus/contract'
import { z } from 'zod'

/** Who answers on the bridge's port. */
export type Found = 'ours' | 'other bridge' | 'other program' | 'nobody'

const answerMs = 3000
const Link = z.object({ url: z.string() })

/** A bridge on this machine, as whoever keeps it running sees it. */
export function bridgeOn(port: number, token: string) {
  const ask = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    })
  const bodyOf = async (answer: Response): Promise<unknown> => answer.json().catch(() => undefined)

  return {
    look: async (): Promise<Found> => {
      try {
        const answer = await ask('/sensors')
        const body = await bodyOf(answer)
        if (answer.ok && SensorList.safeParse(body).success) return 'ours'
        const isRefusal = BridgeRefusalBody.safeParse(body).data?.code === 'bridge/token'
        return isRefusal ? 'other bridge' : 'other program'
      } catch (error) {
        return isRefused(error) ? 'nobody' : 'other program'
      }
    },
    /** A link to the simulator's control panel; there is none where the hardware is real. */
    panelUrl: async (): Promise<string | undefined> => {
      try {
        return Link.safeParse(await bodyOf(await ask('/panel/link', 'POST'))).data?.url
      } catch {
        return undefined
      }
    },
    askToStop: () =>
      ask('/stop', 'POST').then(
        ({ ok }) => ok,
        () => false,
      ),
  }
}

const Refused = z.object({ cause: z.object({ code: z.literal('ECONNREFUSED') }) })
const isRefused = (error: unknown) => Refused.safeParse(error).success
