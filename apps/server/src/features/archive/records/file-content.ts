import { createHash } from 'node:crypto'
import { findDataSetStart } from '@talus/dicom'
import { openChunks } from '../../../files/index.ts'
import type { FileStore } from '../../../files/index.ts'

/** File meta information is a few hundred bytes; some systems add private information to it. */
const metaBytesMax = 64 * 1024

/**
 * The SHA-256 of a stored data set, without preamble and file meta information: each system that
 * passes a file on writes its own. Undefined if the file is missing.
 */
export const hashDataSet = async (files: FileStore, key: string): Promise<string | undefined> =>
  (await hashStored(files, key))?.dataSet

/** The SHA-256 of a stored file and of its data set, read once; undefined if it is missing. */
export async function hashStored(files: FileStore, key: string) {
  const stream = await openChunks(files, key)
  if (!stream) return undefined
  const hash = createHash('sha256')
  const whole = createHash('sha256')
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of stream) {
    whole.update(chunk)
    if (!head) {
      hash.update(chunk)
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.byteLength < metaBytesMax) continue
    hash.update(cutMeta(head))
    head = undefined
  }
  if (head) hash.update(cutMeta(head))
  return { dataSet: hash.digest('hex'), whole: whole.digest('hex') }
}

function cutMeta(head: Buffer): Buffer {
  try {
    return head.subarray(findDataSetStart(head).at)
  } catch {
    // The file is damaged: compare it as a whole.
    return head
  }
}
