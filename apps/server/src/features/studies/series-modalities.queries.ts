import type { StudyId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'

/** Presentation states, structured reports and key images describe images and are none. */
const describingModalities = ['PR', 'SR', 'KO']

/** The DICOM modalities of the series of each study. */
export async function findSeriesModalities(unscopedDb: UnscopedDb, ids: readonly StudyId[]) {
  if (ids.length === 0) return new Map<StudyId, string[]>()
  const rows = await unscopedDb
    .selectFrom('series')
    .where('series.studyId', 'in', ids)
    .where('series.modality', 'not in', ['', ...describingModalities])
    .select(['series.studyId', 'series.modality'])
    .distinct()
    .orderBy('series.modality')
    .execute()
  const modalities = new Map<StudyId, string[]>()
  for (const { studyId, modality } of rows)
    modalities.set(studyId, [...(modalities.get(studyId) ?? []), modality])
  return modalities
}
