import { describeStudy, dicomJsonText, readHead } from '@talus/dicom'
import { answerTasks } from './dicom-answers.ts'
import type { Reading, ReadingTask } from './reading-messages.ts'

/** Reads the heads of files in a thread of its own: one that hangs is ended, and the server goes on. */
answerTasks(({ bytes, fileBytes }: ReadingTask & { readonly bytes: Uint8Array }) =>
  read(bytes, fileBytes),
)

function read(bytes: Uint8Array, fileBytes: number): Reading {
  const { dataSet, identity, transferSyntax, pixelData } = readHead(bytes, fileBytes)
  return {
    identity,
    description: describeStudy(dataSet),
    transferSyntaxUid: transferSyntax.uid,
    hasPixels: dataSet.element(0x7f_e0_00_10) !== undefined || pixelData !== undefined,
    pixelStart: pixelData?.start,
    pixelEnd: pixelData?.length === undefined ? undefined : pixelData.valueStart + pixelData.length,
    json: dicomJsonText(dataSet, { bulkDataUri: (path) => `bulk:${path.replaceAll('/', '.')}` }),
  }
}
