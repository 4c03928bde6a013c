import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { bridgeTokenFile, refuse } from '@talus/contract'
import { loadSharedToken } from '@talus/node-kit/shared-token'
import type { SecretBox } from '../../../secrets/secret-box.ts'
import { createBridgeClient } from './bridge-client.ts'
import type { BridgeClient, BridgeEndpoint } from './bridge-client.ts'
import { createPinnedFetch } from './pinned-fetch.ts'
import type { BridgeRow } from './sensors.queries.ts'

export interface BridgeClientsDeps {
  readonly secrets: SecretBox
  readonly dataFolder: string
  readonly bridgePort: number
}

export type BridgeAddress = Pick<
  BridgeRow,
  'identity' | 'address' | 'port' | 'certificate' | 'token'
>

const bracketIpv6 = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Returns the client of a bridge, which is the same one at each call. */
export function openBridgeClients({ secrets, dataFolder, bridgePort }: BridgeClientsDeps) {
  const server = randomUUID()
  const clients = new Map<string, BridgeClient>()
  const addresses = new Map<string, BridgeAddress>()
  const endpoints = new Map<string, BridgeEndpoint & { readonly source: string }>()
  let localToken: string | undefined

  function createEndpoint(row: BridgeAddress): BridgeEndpoint {
    const { address, port, certificate, token } = row
    if (address === null || certificate === null || token === null) {
      localToken ??= loadSharedToken(join(dataFolder, bridgeTokenFile))
      return { url: `http://127.0.0.1:${bridgePort}`, token: localToken }
    }
    return {
      url: `https://${bracketIpv6(address)}:${port}`,
      token: openToken(token),
      fetch: createPinnedFetch(certificate),
    }
  }

  /** A token that another secret key encrypted is as good as none: the bridge is paired again. */
  function openToken(sealed: string): string {
    try {
      return secrets.open(sealed)
    } catch {
      return refuse('device/unavailable')
    }
  }

  /** Created at the first request, so that one damaged record does not stop the other bridges. */
  function getEndpoint(identity: string): BridgeEndpoint {
    const row = addresses.get(identity) ?? refuse('device/unavailable')
    const source = [row.address, row.port, row.certificate, row.token].join(' ')
    const known = endpoints.get(identity)
    if (known?.source === source) return known
    const endpoint = { ...createEndpoint(row), source }
    endpoints.set(identity, endpoint)
    return endpoint
  }

  /** The address of a bridge may change while its client is in use. */
  return function getClient(row: BridgeAddress): BridgeClient {
    const { identity } = row
    addresses.set(identity, row)
    const client =
      clients.get(identity) ?? createBridgeClient({ server, endpoint: () => getEndpoint(identity) })
    clients.set(identity, client)
    return client
  }
}
