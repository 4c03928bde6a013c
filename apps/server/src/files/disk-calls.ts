import {
  close,
  closeSync,
  fsync,
  open,
  openSync,
  rename,
  renameSync,
  write,
  writeSync,
} from 'node:fs'
import { promisify } from 'node:util'

/** Calls that move few bytes or none. */
export interface QuickCalls {
  readonly open: (path: string, flags: string | number, mode?: number) => number | Promise<number>
  readonly close: (file: number) => void | Promise<void>
  readonly rename: (from: string, to: string) => void | Promise<void>
  /** As much as the system takes of it at once, and how much that was. */
  readonly write: (file: number, bytes: Uint8Array, at: number) => number | Promise<number>
  /** Whether nobody waits for the thread that makes them. */
  readonly isOwnThread: boolean
}

const writeLater = promisify(write)

/** For a thread that answers people: a disk that is at its limit may hold up any call. */
export const waitedFor: QuickCalls = {
  open: promisify(open),
  close: promisify(close),
  rename: promisify(rename),
  write: async (file, bytes, at) =>
    (await writeLater(file, bytes, 0, bytes.byteLength, at)).bytesWritten,
  isOwnThread: false,
}

/** For a thread of its own: handing such a call to another one takes longer than making it. */
export const madeAtOnce: QuickCalls = {
  open: openSync,
  close: closeSync,
  rename: renameSync,
  write: (file, bytes, at) => writeSync(file, bytes, 0, bytes.byteLength, at),
  isOwnThread: true,
}

export const flush = promisify(fsync)

/** All of it; a call may take less than it was given. */
export async function writeAll(
  { write: writeSome }: Pick<QuickCalls, 'write'>,
  file: number,
  bytes: Uint8Array,
  at: number,
): Promise<void> {
  for (let done = 0; done < bytes.byteLength;)
    done += await writeSome(file, bytes.subarray(done), at + done)
}
