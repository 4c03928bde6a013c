import { refuse } from '@talus/contract'
import type { ClinicId, DicomReceiver, DicomReceiverChange } from '@talus/contract'
import type { z } from 'zod'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { difference, record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import * as receivers from './receiver.queries.ts'

export async function ofClinic(db: ClinicDb, clinicId: ClinicId | null): Promise<DicomReceiver> {
  if (clinicId === null) refuse('clinic/of-user-not-found')
  const clinic = (await receivers.clinicOf(db, clinicId)) ?? refuse('record/not-found')
  const callingTitles = [...(await receivers.callingTitlesOf(db, clinicId))]
  return { clinicId, aeTitle: clinic.aeTitle, callingTitles }
}

export async function update(
  change: Change,
  { clinicId, callingTitles: wanted }: z.output<typeof DicomReceiverChange>,
): Promise<DicomReceiver> {
  const clinic = (await receivers.clinicOf(change.db, clinicId)) ?? refuse('record/not-found')
  const after = { callingTitles: [...new Set(wanted)] }
  return change.db.transaction(async (db) => {
    const before = { callingTitles: await receivers.callingTitlesOf(db, clinicId) }
    await receivers.setCallingTitles(db, clinicId, after.callingTitles)
    await record(
      { ...change, db },
      {
        action: 'dicom-receiver.update',
        entityId: clinicId,
        subject: clinic.name,
        clinicId,
        ...difference(before, after),
      },
    )
    return { clinicId, aeTitle: clinic.aeTitle, ...after }
  })
}
