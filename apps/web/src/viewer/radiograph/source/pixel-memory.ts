import { onSignOut } from '../../../session-state.ts'

/**
 * The pixels of the last images, for a user who opens a study again. The browser does not store
 * them, because they would stay on the disk of a shared computer after the sign-out.
 */
const maxBytes = 96 * 1024 * 1024

interface KeptPixels {
  readonly tag: string
  readonly bytes: ArrayBuffer
}

const kept = new Map<string, KeptPixels>()
onSignOut(() => kept.clear())

/** The tag of the kept pixels; the server answers whether they are still valid. */
export const getPixelTag = (key: string): string | undefined => kept.get(key)?.tag

/** A copy: the viewer transfers its buffer to a worker. */
export const takePixels = (key: string): ArrayBuffer | undefined => kept.get(key)?.bytes.slice(0)

export function keepPixels(key: string, tag: string | null, bytes: ArrayBuffer): void {
  kept.delete(key)
  if (tag === null || bytes.byteLength > maxBytes / 2) return
  kept.set(key, { tag, bytes: bytes.slice(0) })
  let total = [...kept.values()].reduce((sum, one) => sum + one.bytes.byteLength, 0)
  for (const [oldest, { bytes: old }] of kept) {
    if (total <= maxBytes) break
    kept.delete(oldest)
    total -= old.byteLength
  }
}
