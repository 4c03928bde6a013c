import { close, closeSync, fsync, open, openSync, rename, renameSync, writev } from 'node:fs'
import { promisify } from 'node:util'

/** Calls that move no bytes. */
export interface QuickCalls {
  readonly open: (path: string, flags: string, mode?: number) => number | Promise<number>
  readonly close: (file: number) => void | Promise<void>
  readonly rename: (from: string, to: string) => void | Promise<void>
  /** Whether bytes may be written at once as well. */
  readonly isOwnThread: boolean
}

/** For a thread that answers people: a disk that is at its limit may hold up any call. */
export const waitedFor: QuickCalls = {
  open: promisify(open),
  close: promisify(close),
  rename: promisify(rename),
  isOwnThread: false,
}

/** For a thread of its own: handing such a call to another one takes longer than making it. */
export const madeAtOnce: QuickCalls = {
  open: openSync,
  close: closeSync,
  rename: renameSync,
  isOwnThread: true,
}

export const flush = promisify(fsync)
const write = promisify(writev)

/** All of them one after the other; a call may take less than it was given. */
export async function writeAll(file: number, pieces: readonly Uint8Array[]): Promise<void> {
  let left = pieces
  while (left.length > 0) {
    const { bytesWritten } = await write(file, left)
    left = after(left, bytesWritten)
  }
}

function after(pieces: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let passed = bytes
  return pieces.flatMap((piece) => {
    const rest = piece.subarray(Math.min(passed, piece.byteLength))
    passed -= piece.byteLength - rest.byteLength
    return rest.byteLength > 0 ? [rest] : []
  })
}
