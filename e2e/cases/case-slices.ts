import { createSliceFile } from '../../apps/server/src/testing/stacks/slice-files.ts'
import { storeFile } from '../pages/viewer-page.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'

/** Stores the slices of a CT series in a study of the patient that has no radiographs. */
export async function storeSlices(records: ClinicRecords, series: string, count: number) {
  const imageIds: number[] = []
  const study = `earlier ${records.clinic.name}`
  let studyId = 0
  for (let index = 0; index < count; index++) {
    const patient = { PatientName: 'Keller^Rex', PatientID: `X-${records.clinic.name}` }
    const file = createSliceFile(
      index,
      { ...patient, SeriesDescription: series },
      { study, series, rows: 64, columns: 64 },
    )
    const stored = await storeFile(records, series, new Uint8Array(file))
    imageIds.push(stored.imageId)
    studyId = stored.studyId
  }
  return { studyId, imageIds }
}
