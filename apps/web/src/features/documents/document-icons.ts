import {
  IconActivityHeartbeat,
  IconFile,
  IconFileTypePdf,
  IconFileText,
  IconPhotoCheck,
  IconAdjustmentsHorizontal,
} from '@tabler/icons-react'
import type { StudyDocument } from '@talus/contract'

const icons: Partial<Record<StudyDocument['kind'], typeof IconFile>> = {
  pdf: IconFileTypePdf,
  report: IconFileText,
  'dose-report': IconFileText,
  'clinical-document': IconFileText,
  'key-images': IconPhotoCheck,
  ecg: IconActivityHeartbeat,
  waveform: IconActivityHeartbeat,
  presentation: IconAdjustmentsHorizontal,
}

export const getDocumentIcon = (kind: StudyDocument['kind']) => icons[kind] ?? IconFile
