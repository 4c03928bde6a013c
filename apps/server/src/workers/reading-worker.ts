import type { ImageMetadata } from '@talus/contract'
import {
  describeStudy,
  dicomJsonText,
  dumpDicom,
  frameApart,
  plainNumbers,
  readDicom,
  readHead,
  tags,
} from '@talus/dicom'
import type { DicomHead } from '@talus/dicom'
import { answerTasks } from './dicom-answers.ts'
import { imageMetadata } from './image-metadata.ts'
import type { NumbersPlace, Reading, ReadingTask } from './reading-messages.ts'

/** Of a longer value the beginning is shown. */
const maxValue = 256

/** Reads the heads of files in a thread of its own: one that hangs is ended, and the server goes on. */
answerTasks(async (task: ReadingTask & { readonly bytes: Uint8Array }) => {
  const { bytes, fileBytes } = task
  switch (task.kind) {
    case 'filing':
      return filing(bytes, fileBytes)
    case 'metadata':
      return metadata(bytes, fileBytes, task.withTags)
    case 'numbers':
      return numbersPlace(readHead(bytes, fileBytes), task.frame)
  }
})

function numbersPlace(head: DicomHead, frame: number): NumbersPlace {
  const plain = plainNumbers(head, frame)
  return { plain, apart: plain ? undefined : frameApart(head, frame) }
}

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

async function metadata(
  bytes: Uint8Array,
  fileBytes: number,
  withTags: boolean,
): Promise<ImageMetadata> {
  // Only the whole of a file tells what stands behind its pixels.
  const isWhole = bytes.byteLength >= fileBytes
  const file = withTags && isWhole ? readDicom(bytes) : readHead(bytes, fileBytes)
  const shown = await imageMetadata(file, isWhole)
  return withTags ? { ...shown, tags: dumpDicom(file, { maxValue }) } : shown
}
