import { refuse } from '@talus/contract'
import type { FileStore } from '../../files/index.ts'

/** Read into memory to be unpacked; nothing that a clinic takes comes near this. */
const wholeBytesMax = 512 * 1024 * 1024

export interface RecordedBytes {
  readonly filePath: string
  readonly byteLength: number
}

/** Some bytes of a file, of one piece that can be handed over to a worker. */
export async function readBytes(
  files: FileStore,
  { filePath }: RecordedBytes,
  start: number,
  length: number,
): Promise<Uint8Array> {
  if (length > wholeBytesMax) refuse('web/not-acceptable')
  const file = (await files.open(filePath, start)) ?? refuse('image/missing')
  try {
    const bytes = new Uint8Array(length)
    let at = 0
    while (at < length) {
      const read = await file.read(bytes.subarray(at))
      if (read === 0) refuse('image/unreadable')
      at += read
    }
    return bytes
  } finally {
    await file.close()
  }
}

export const readWhole = (files: FileStore, recorded: RecordedBytes) =>
  readBytes(files, recorded, 0, recorded.byteLength)
