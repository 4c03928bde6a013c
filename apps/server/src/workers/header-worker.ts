import { dumpDicom, readDicom, readHead } from '@talus/dicom'
import { answerTasks } from './dicom-answers.ts'
import type { HeaderTask } from './headers.ts'
import { imageMetadata } from './image-metadata.ts'

/** Of a longer value the beginning is shown. */
const maxValue = 256

answerTasks(({ bytes, fileBytes, withTags }: HeaderTask & { readonly bytes: Uint8Array }) => {
  // Only the whole of a file tells what stands behind its pixels.
  const isWhole = bytes.byteLength >= fileBytes
  const file = withTags && isWhole ? readDicom(bytes) : readHead(bytes, fileBytes)
  const metadata = imageMetadata(file.dataSet)
  return withTags ? { ...metadata, tags: dumpDicom(file, { maxValue }) } : metadata
})
