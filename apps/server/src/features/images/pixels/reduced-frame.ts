import { refuse } from '@talus/contract'
import { frameAlignment, reduceRows, resizeHeader } from '@talus/dicom'
import type { Reduction } from '@talus/dicom'
import type { FileStore } from '../../../files/index.ts'
import { fillFrom, readBytes } from '../stored/read-file.ts'

/** Bytes that are read at a time. */
const readAtOnce = 1024 * 1024

/**
 * Reads an image that is too large to be decoded: its header with the size of the reduced image,
 * and the reduced pixels. Only a megabyte of the stored pixels is in memory at a time.
 */
export async function readReducedFrame(
  files: FileStore,
  filePath: string,
  reduction: Reduction,
): Promise<Uint8Array<ArrayBuffer>> {
  const { step, columns, rows, reducedColumns, reducedRows, bits, start, headBytes } = reduction
  const [rowBytes, reducedRowBytes] = [(columns * bits) / 8, (reducedColumns * bits) / 8]
  const headEnd = Math.ceil(headBytes / frameAlignment) * frameAlignment
  const bytes = new Uint8Array(headEnd + reducedRows * reducedRowBytes)
  bytes.set(await readBytes(files, { filePath, byteLength: headBytes }, 0, headBytes))
  resizeHeader(bytes, reduction)
  const groups = Math.max(1, Math.floor(readAtOnce / (step * rowBytes)))
  const buffer = new Uint8Array(groups * step * rowBytes)
  const file = (await files.open(filePath, start)) ?? refuse('image/missing')
  try {
    for (let row = 0; row < reducedRows;) {
      const storedRows = Math.min(groups * step, rows - row * step)
      const stored = buffer.subarray(0, storedRows * rowBytes)
      await fillFrom(file, stored)
      for (let at = 0; at < stored.byteLength; at += step * rowBytes, row += 1) {
        const target = headEnd + row * reducedRowBytes
        reduceRows(
          stored.subarray(at, at + step * rowBytes),
          bytes.subarray(target, target + reducedRowBytes),
          reduction,
        )
      }
    }
  } finally {
    await file.close()
  }
  return bytes
}
