import { refuse } from '@talus/contract'
import { createFragmentScanner } from '@talus/dicom'
import type { FragmentScanner } from '@talus/dicom'
import { acquireBuffer, releaseBuffer } from '../../../files/index.ts'
import type { FileStore } from '../../../files/index.ts'

/** Reads the headers of all fragments of encapsulated pixel data. */
export async function scanFragments(
  files: FileStore,
  key: string,
  valueStart: number,
): Promise<FragmentScanner> {
  const scanner = createFragmentScanner(valueStart)
  const file = (await files.open(key, valueStart)) ?? refuse('image/missing')
  const buffer = acquireBuffer()
  try {
    for (;;) {
      const length = await file.read(buffer)
      if (length === 0 || !scanner.add(buffer.subarray(0, length))) break
    }
  } finally {
    await file.close()
    releaseBuffer(buffer)
  }
  return scanner
}
