import { refuse } from '@talus/contract'
import type { ClinicId, DicomReceiver, DicomReceiverChange } from '@talus/contract'
import type { z } from 'zod'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { diffValues, recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import * as receivers from './receiver-settings.queries.ts'

export async function getForClinic(
  db: ClinicDb,
  clinicId: ClinicId | null,
): Promise<DicomReceiver> {
  if (clinicId === null) refuse('clinic/of-user-not-found')
  const clinic = (await receivers.findClinic(db, clinicId)) ?? refuse('record/not-found')
  const callingTitles = [...(await receivers.listCallingTitles(db, clinicId))]
  return { clinicId, aeTitle: clinic.aeTitle, callingTitles }
}

export async function update(
  change: ChangeContext,
  { clinicId, callingTitles: wanted }: z.output<typeof DicomReceiverChange>,
): Promise<DicomReceiver> {
  const clinic = (await receivers.findClinic(change.db, clinicId)) ?? refuse('record/not-found')
  const after = { callingTitles: [...new Set(wanted)] }
  return change.db.transaction(async (db) => {
    const before = { callingTitles: await receivers.listCallingTitles(db, clinicId) }
    await receivers.setCallingTitles(db, clinicId, after.callingTitles)
    await recordAuditEvent(
      { ...change, db },
      {
        action: 'dicom-receiver.update',
        entityId: clinicId,
        subject: clinic.name,
        clinicId,
        ...diffValues(before, after),
      },
    )
    return { clinicId, aeTitle: clinic.aeTitle, ...after }
  })
}
