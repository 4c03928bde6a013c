import { editDataSet, readDicom, readPresentation } from '@talus/dicom'
import { freeBuffer } from '@talus/node-kit/buffer-pool'
import { fileFaults } from './file-faults.ts'
import { Transferred } from './protocol.ts'
import {
  locatePixels,
  readContent,
  readDocumentContent,
  readMetadata,
  readSummary,
  readTables,
} from './read-header.ts'
import type { ReadProtocol } from './read-protocol.ts'
import { answerCalls } from './worker-script.ts'

/**
 * Frees a header after it was read: a long one would take its memory until the next garbage
 * collection of this thread. No result has a view of it.
 */
async function readAndFree<Result>(
  bytes: Uint8Array,
  read: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await read()
  } finally {
    freeBuffer(bytes)
  }
}

// Reads file headers in a worker: a file that makes the parser hang ends the worker, not the
// server.
answerCalls<ReadProtocol>(
  {
    summary: ({ bytes, fileBytes }) => {
      const summary = readSummary(bytes, fileBytes)
      freeBuffer(bytes)
      return summary
    },
    metadata: ({ bytes, fileBytes, withTags }) =>
      readAndFree(bytes, () => readMetadata(bytes, fileBytes, withTags)),
    locatePixels: ({ bytes, fileBytes, frame }) =>
      readAndFree(bytes, () => locatePixels(bytes, fileBytes, frame)),
    content: ({ bytes, fileBytes }) => readAndFree(bytes, () => readContent(bytes, fileBytes)),
    tables: ({ bytes, fileBytes }) => readTables(bytes, fileBytes),
    presentation: ({ bytes, image }) => readPresentation(readDicom(bytes).dataSet, image),
    document: ({ bytes, fileBytes }) => readDocumentContent(bytes, fileBytes),
    edit: ({ bytes, changes, options }) => {
      const edited = editDataSet(bytes, changes, options).bytes
      return new Transferred(edited, [edited.buffer])
    },
  },
  fileFaults,
)
