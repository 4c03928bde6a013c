import { editDataSet } from '@talus/dicom'
import { fileFaults } from './file-faults.ts'
import { Transferred } from './protocol.ts'
import {
  locatePixels,
  readContent,
  readDocumentContent,
  readMetadata,
  readSummary,
} from './read-header.ts'
import type { ReadProtocol } from './read-protocol.ts'
import { answerCalls } from './worker-script.ts'

// Reads file headers in a worker: a file that makes the parser hang ends the worker, not the
// server.
answerCalls<ReadProtocol>(
  {
    summary: ({ bytes, fileBytes }) => readSummary(bytes, fileBytes),
    metadata: ({ bytes, fileBytes, withTags }) => readMetadata(bytes, fileBytes, withTags),
    locatePixels: ({ bytes, fileBytes, frame }) => locatePixels(bytes, fileBytes, frame),
    content: ({ bytes, fileBytes }) => readContent(bytes, fileBytes),
    document: ({ bytes, fileBytes }) => readDocumentContent(bytes, fileBytes),
    edit: ({ bytes, changes }) => {
      const edited = editDataSet(bytes, changes).bytes
      return new Transferred(edited, [edited.buffer])
    },
  },
  fileFaults,
)
