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

/** File system calls that move few bytes or none. */
export interface DiskCalls {
  readonly open: (path: string, flags: string | number, mode?: number) => number | Promise<number>
  readonly close: (file: number) => void | Promise<void>
  readonly rename: (from: string, to: string) => void | Promise<void>
  /** Writes as many bytes as the system accepts in one call, and returns their number. */
  readonly write: (file: number, bytes: Uint8Array, at: number) => number | Promise<number>
  /** Whether these calls are made in a dedicated thread, which may block. */
  readonly isOwnThread: boolean
}

const writeLater = promisify(write)

/** For the thread that serves requests: a busy disk may delay any call. */
export const asyncCalls: DiskCalls = {
  open: promisify(open),
  close: promisify(close),
  rename: promisify(rename),
  write: async (file, bytes, at) =>
    (await writeLater(file, bytes, 0, bytes.byteLength, at)).bytesWritten,
  isOwnThread: false,
}

/** For a dedicated thread: handing such a call to another thread takes longer than making it. */
export const syncCalls: DiskCalls = {
  open: openSync,
  close: closeSync,
  rename: renameSync,
  write: (file, bytes, at) => writeSync(file, bytes, 0, bytes.byteLength, at),
  isOwnThread: true,
}

export const flush = promisify(fsync)

/** Writes all bytes; one call may accept fewer than it was given. */
export async function writeAll(
  { write: writeSome }: Pick<DiskCalls, 'write'>,
  file: number,
  bytes: Uint8Array,
  at: number,
): Promise<void> {
  for (let done = 0; done < bytes.byteLength;)
    done += await writeSome(file, bytes.subarray(done), at + done)
}
