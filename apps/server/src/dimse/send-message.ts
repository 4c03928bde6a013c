import { malformed } from './fault.ts'
import type { Line } from './line.ts'
import { controls, dataHead, dataMax, fragmentHead } from './units.ts'

export type Datasets = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

interface Way {
  readonly contextId: number
  /** The longest P-DATA-TF that the peer takes; 0 has no bound. */
  readonly peerMax: number
}

/**
 * Units are written several at a time: one by one is a good deal slower. More would be too much for a line
 * of 10 kB a second, where all of it has to be out before the peer counts as silent.
 */
const batch = 390_000

/** A peer that wants its pictures byte by byte would keep us busy for ever. */
const peerMin = 128

/** Of even length: so are fragments, whatever the peer has asked for. */
function roomOf(peerMax: number): number {
  if (peerMax !== 0 && peerMax < peerMin) throw malformed('the peer takes units of no size')
  const max = peerMax === 0 ? dataMax : Math.min(peerMax, dataMax)
  return (max - fragmentHead) & ~1
}

/**
 * A command and its data, however they are cut: units are filled without copying, the command goes out
 * together with the first of them, and nothing more is read than the peer takes.
 */
export async function sendMessage(
  line: Line,
  { contextId, peerMax }: Way,
  command: Buffer,
  dataset?: Datasets,
): Promise<void> {
  const room = roomOf(peerMax)
  let out: Uint8Array[] = []
  for (let at = 0; at < command.length; at += room) {
    const part = command.subarray(at, at + room)
    const last = at + room >= command.length ? controls.last : 0
    out.push(dataHead(part.length, contextId, controls.command | last), part)
  }
  if (dataset) {
    let held: Uint8Array[] = []
    let size = 0
    let waiting = 0
    for await (const chunk of dataset) {
      let rest = chunk
      // Not when it is just full: the last one has to be told from the others.
      while (size + rest.length > room) {
        const part = rest.subarray(0, room - size)
        out.push(dataHead(room, contextId, 0), ...held, part)
        rest = rest.subarray(part.length)
        held = []
        size = 0
        waiting += room
        if (waiting < batch) continue
        await line.send(out)
        out = []
        waiting = 0
      }
      if (rest.length > 0) held.push(rest)
      size += rest.length
    }
    out.push(dataHead(size, contextId, controls.last), ...held)
  }
  await line.send(out)
}
