import { editDataSet } from '@talus/dicom'
import { fileFaults } from './file-faults.ts'
import { Transferred } from './protocol.ts'
import { locatePixels, readContent, readMetadata, readSummary } from './read-header.ts'
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
    edit: ({ bytes, changes, options }) => {
      const edited = editDataSet(bytes, changes, options).bytes
      return new Transferred(edited, [edited.buffer])
    },
  },
  fileFaults,
)
