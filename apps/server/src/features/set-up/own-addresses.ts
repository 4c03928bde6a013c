import { hostname } from 'node:os'
import type { OwnAddress } from '@talus/contract'
import { listOwnAddresses } from '../../http/own-addresses.ts'
import { isLoopback } from '../../outbound/loopback.ts'

export interface OwnAddressDeps {
  readonly host: string
  readonly port: number
  readonly basePath: string
  readonly apiBase: string
  readonly serverName: string
}

const answerMs = 2000

/** Whether this server answers at the address, and no other program. */
async function answers(address: string, { apiBase, serverName }: OwnAddressDeps): Promise<boolean> {
  try {
    const reply = await fetch(new URL(`${apiBase}health/live`, address), {
      signal: AbortSignal.timeout(answerMs),
      redirect: 'error',
    })
    await reply.body?.cancel()
    return reply.ok && reply.headers.get('x-server-name') === serverName
  } catch {
    return false
  }
}

/** The addresses of this computer, each tried; its name comes last, because few networks know it. */
export async function describeOwnAddresses(deps: OwnAddressDeps) {
  const { host, port, basePath } = deps
  const computer = hostname()
  const named = /^[\w.-]+$/u.test(computer) ? [`http://${computer}:${port}`] : []
  const all = [
    ...listOwnAddresses(port).map((address) => ({ address, kind: 'number' as const })),
    ...named.map((address) => ({ address, kind: 'name' as const })),
  ]
  const addresses = await Promise.all(
    all.map(async ({ address, kind }): Promise<OwnAddress> => ({
      url: new URL(basePath, address).href,
      kind,
      answers: await answers(address, deps),
    })),
  )
  return { computer, port, isServerLocal: isLoopback(host), addresses }
}
