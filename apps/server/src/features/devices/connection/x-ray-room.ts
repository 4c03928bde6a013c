import type { NetworkInterfaceInfo } from 'node:os'
import { isThisComputer } from './this-computer.ts'

/** A registered bridge: its sensors and its generator stand in its X-ray room. */
interface XRayRoomBridge {
  readonly xRayRoom: string
  /** Null for the bridge of the server's own computer. */
  readonly address: string | null
}

interface Client {
  /** The X-ray room that was chosen on the client's computer. */
  readonly xRayRoom: string | undefined
  /** The network address of the client. */
  readonly address: string
}

/**
 * Finds the X-ray room in which a client's computer stands. A clinic with one X-ray room needs no
 * choice. With several X-ray rooms, a computer without a known X-ray room gets none, nor does one
 * whose chosen X-ray room was renamed or removed: a sensor armed in the wrong X-ray room would mean
 * an exposure without an image.
 */
export function findXRayRoom(
  bridges: readonly XRayRoomBridge[],
  client: Client,
  interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>,
): string | undefined {
  const [first, ...others] = new Set(bridges.map(({ xRayRoom }) => xRayRoom))
  if (others.length === 0) return first
  if (client.xRayRoom !== undefined)
    return bridges.find(({ xRayRoom }) => xRayRoom === client.xRayRoom)?.xRayRoom
  const isAtServer = isThisComputer(client.address, interfaces)
  // The bridge of a computer serves the pages that are opened on this computer.
  return bridges.find(({ address }) =>
    isAtServer ? address === null : address !== null && address === client.address,
  )?.xRayRoom
}
