/** Six radiographs of 16 MB, of all responses together. */
const heldBytesMax = 96 * 1024 * 1024
let heldBytes = 0

const countBytes = (parts: readonly Uint8Array[]) =>
  parts.reduce((sum, { byteLength }) => sum + byteLength, 0)

/** The name of a conversion; undefined for a file that was recorded before files had hashes. */
export const nameConversion = (sha256: string, syntax: string): string | undefined =>
  sha256 === '' ? undefined : `${sha256} ${syntax}`

/** The files and frames that a response has converted and sends later. */
export interface HeldConversions {
  /** Keeps the bytes if there is memory for them; they are converted once more otherwise. */
  readonly keep: (name: string, parts: readonly Uint8Array[]) => void
  /** Returns the bytes once, which are no longer counted. */
  readonly take: (name: string) => readonly Uint8Array[] | undefined
}

/**
 * Holds what was converted before the first byte of a response, so that it is not decoded twice. The
 * signal is that of the response, which is also aborted at its end.
 */
export function holdConversions(signal: AbortSignal): HeldConversions {
  const held = new Map<string, readonly Uint8Array[]>()
  const take = (name: string) => {
    const parts = held.get(name)
    if (parts && held.delete(name)) heldBytes -= countBytes(parts)
    return parts
  }
  signal.addEventListener('abort', () => held.forEach((_parts, name) => take(name)), { once: true })
  return {
    take,
    keep: (name, parts) => {
      const bytes = countBytes(parts)
      if (signal.aborted || held.has(name) || heldBytes + bytes > heldBytesMax) return
      held.set(name, parts)
      heldBytes += bytes
    },
  }
}
