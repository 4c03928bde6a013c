import type { StudyId } from '@talus/contract'
import { perTab } from '../../../browser-storage.ts'

const key = (studyId: StudyId) => `capture-running-${studyId}`

/** Remembers, over a reload and not over a leave, that images were being taken. */
export const interrupted = {
  of: (studyId: StudyId) => perTab.read(key(studyId)) !== undefined,
  note: (studyId: StudyId, isRunning: boolean) =>
    perTab.write(key(studyId), isRunning ? 'yes' : undefined),
}
