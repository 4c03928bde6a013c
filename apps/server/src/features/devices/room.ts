import type { NetworkInterfaceInfo } from 'node:os'
import { isThisComputer } from './this-computer.ts'

interface RoomDevice {
  readonly room: string
  /** Null for the bridge of the server's own computer. */
  readonly address: string | null
}

interface Client {
  /** The room that was chosen on the client's computer. */
  readonly room: string | undefined
  /** The network address of the client. */
  readonly address: string
}

/**
 * Finds the room in which a client's computer stands. A clinic with one room needs no choice. With
 * several rooms a computer without a known room gets none: a sensor armed in the wrong room would
 * mean an exposure without an image.
 */
export function findRoom(
  devices: readonly RoomDevice[],
  client: Client,
  interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>,
): string | undefined {
  const [first, ...others] = new Set(devices.map(({ room }) => room))
  if (others.length === 0) return first
  const chosen = devices.find(({ room }) => room === client.room)
  if (chosen) return chosen.room
  const isAtServer = isThisComputer(client.address, interfaces)
  // The bridge of a computer serves the pages that are opened on this computer.
  return devices.find(({ address }) =>
    isAtServer ? address === null : address !== null && address === client.address,
  )?.room
}
