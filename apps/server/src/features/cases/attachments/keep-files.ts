import { randomUUID } from 'node:crypto'
import { refuse } from '@talus/contract'
import type { FileStore } from '../../../files/index.ts'
import { refuseEmptyFiles } from '../../../http/receive-form.ts'
import type { FormFile } from '../../../http/receive-form.ts'
import { inspectFile } from './inspect/inspect-file.ts'
import type { InspectedFile } from './inspect/inspect-file.ts'

/** A file of a form that was inspected and stored under a key of the case. */
export interface KeptFile extends Pick<InspectedFile, 'mediaType' | 'isShown'> {
  readonly fileName: string
  readonly filePath: string
  readonly byteLength: number
  readonly sha256: string
}

export interface KeptFiles {
  readonly files: readonly KeptFile[]
  /** Set by the change that attaches the files. */
  isAttached: boolean
  /** Removes the files if the request fails later. */
  readonly discard: () => Promise<void>
}

async function* readRange(files: FileStore, key: string, start: number, end: number) {
  const stored = await files.read(key, { start, end: end - 1 })
  if (!stored) throw new Error(`the file of the form is gone: ${key}`)
  yield* stored
}

type Inspected = readonly [FormFile, InspectedFile]

/** Names all refused files together: the user then tries once more, and not once for each. */
async function inspectAll(files: FileStore, received: readonly FormFile[]): Promise<Inspected[]> {
  refuseEmptyFiles(received)
  const inspected: Inspected[] = []
  const refused: string[] = []
  for (const file of received) {
    const found = await inspectFile({
      fileName: file.fileName,
      byteLength: file.byteLength,
      read: (start, end) => readRange(files, file.pendingKey, start, end),
    })
    if (found) inspected.push([file, found])
    else refused.push(file.fileName)
  }
  if (refused.length > 0) refuse('case/file-type', { values: { file: refused.join(', ') } })
  return inspected
}

export const caseFilesFolder = 'case-files'

/** Keys contain the day, as those of images do; the name of the file is never a part of a key. */
const createKey = (now: Date) =>
  `${caseFilesFolder}/${now.toISOString().slice(0, 10)}/${randomUUID()}`

/**
 * Inspects all files before it stores the first one. It runs outside of a transaction: copying a
 * hundred megabytes takes longer than any other request should wait.
 */
export async function keepFiles(
  files: FileStore,
  received: readonly FormFile[],
  now: Date,
): Promise<KeptFiles> {
  const inspected = await inspectAll(files, received)
  const kept: KeptFile[] = []
  const discard = async () => {
    await Promise.allSettled(kept.map(({ filePath }) => files.remove(filePath)))
  }
  try {
    for (const [{ fileName, keep }, { mediaType, isShown }] of inspected) {
      const { key, byteLength, sha256 } = await keep(createKey(now))
      kept.push({ fileName, mediaType, isShown, filePath: key, byteLength, sha256 })
    }
  } catch (error) {
    await discard()
    throw error
  }
  return { files: kept, discard, isAttached: false }
}
