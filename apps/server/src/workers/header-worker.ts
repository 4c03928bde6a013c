import { readHead } from '@talus/dicom'
import { answerTasks } from './dicom-answers.ts'
import type { HeaderTask } from './headers.ts'
import { imageMetadata } from './image-metadata.ts'

answerTasks(({ bytes, fileBytes }: HeaderTask & { readonly bytes: Uint8Array }) =>
  imageMetadata(readHead(bytes, fileBytes).dataSet),
)
