import { describeStudy, dicomJsonText, dumpDicom, readDicom, readHead, tags } from '@talus/dicom'
import { answerTasks } from './dicom-answers.ts'
import { imageMetadata } from './image-metadata.ts'
import type { Reading, ReadingTask } from './reading-messages.ts'

/** Of a longer value the beginning is shown. */
const maxValue = 256

/** Reads the heads of files in a thread of its own: one that hangs is ended, and the server goes on. */
answerTasks((task: ReadingTask & { readonly bytes: Uint8Array }) =>
  task.kind === 'filing'
    ? filing(task.bytes, task.fileBytes)
    : metadata(task.bytes, task.fileBytes, task.withTags),
)

function filing(bytes: Uint8Array, fileBytes: number): Reading {
  const { dataSet, identity, transferSyntax, pixelData } = readHead(bytes, fileBytes)
  return {
    identity,
    description: describeStudy(dataSet),
    transferSyntaxUid: transferSyntax.uid,
    hasPixels: dataSet.element(tags.pixelData) !== undefined || pixelData !== undefined,
    pixelStart: pixelData?.start,
    pixelEnd: pixelData?.length === undefined ? undefined : pixelData.valueStart + pixelData.length,
    json: dicomJsonText(dataSet, { bulkDataUri: (path) => `bulk:${path.replaceAll('/', '.')}` }),
  }
}

function metadata(bytes: Uint8Array, fileBytes: number, withTags: boolean) {
  // Only the whole of a file tells what stands behind its pixels.
  const isWhole = bytes.byteLength >= fileBytes
  const file = withTags && isWhole ? readDicom(bytes) : readHead(bytes, fileBytes)
  const shown = imageMetadata(file.dataSet)
  return withTags ? { ...shown, tags: dumpDicom(file, { maxValue }) } : shown
}
