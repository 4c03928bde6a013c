import { createMalformedFault } from './fault.ts'
import type { PduConnection } from './pdu-connection.ts'
import { pdvFlags, encodeDataHeader, maxPduLength, pdvHeaderBytes } from './pdu.ts'

export type DatasetChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

interface MessageTarget {
  readonly contextId: number
  /** Longest P-DATA-TF PDU that the peer accepts; 0 means no limit. */
  readonly peerMax: number
}

/**
 * Several PDUs are written at once: one by one is a good deal slower. More would be too much for a
 * connection of 10 kB/s, where a whole batchBytes must be sent within the idle time.
 */
const batchBytes = 390_000

/**
 * Smallest maximum length accepted of a peer: with a few bytes per PDU an image would never end.
 */
const peerMaxLowest = 128

/** Bytes of one PDV, always even: PDVs have even length, whatever maximum the peer requested. */
function computePdvCapacity(peerMax: number): number {
  if (peerMax !== 0 && peerMax < peerMaxLowest)
    throw createMalformedFault('the peer takes units of no size')
  const max = peerMax === 0 ? maxPduLength : Math.min(peerMax, maxPduLength)
  return (max - pdvHeaderBytes) & ~1
}

/**
 * Sends a command set and its data set, in chunks of any size: PDUs are filled without copying, the
 * command set is sent together with the first of them, and chunks are read only as fast as the peer
 * accepts them.
 */
export async function sendMessage(
  line: PduConnection,
  { contextId, peerMax }: MessageTarget,
  command: Buffer,
  dataset?: DatasetChunks,
): Promise<void> {
  const capacity = computePdvCapacity(peerMax)
  let out: Uint8Array[] = []
  for (let at = 0; at < command.length; at += capacity) {
    const part = command.subarray(at, at + capacity)
    const last = at + capacity >= command.length ? pdvFlags.last : 0
    out.push(encodeDataHeader(part.length, contextId, pdvFlags.command | last), part)
  }
  if (dataset) {
    let unsent: Uint8Array[] = []
    let size = 0
    let waiting = 0
    for await (const chunk of dataset) {
      let rest = chunk
      // Not when it is exactly full: the last PDV is marked as such.
      while (size + rest.length > capacity) {
        const part = rest.subarray(0, capacity - size)
        out.push(encodeDataHeader(capacity, contextId, 0), ...unsent, part)
        rest = rest.subarray(part.length)
        unsent = []
        size = 0
        waiting += capacity
        if (waiting < batchBytes) continue
        await line.send(out)
        out = []
        waiting = 0
      }
      if (rest.length > 0) unsent.push(rest)
      size += rest.length
    }
    out.push(encodeDataHeader(size, contextId, pdvFlags.last), ...unsent)
  }
  await line.send(out)
}
