import { X509Certificate } from 'node:crypto'
import { refuse } from '@talus/contract'
import type {
  ClinicId,
  DicomReceiver,
  DicomReceiverChange,
  UnlistedRule,
  Variant,
} from '@talus/contract'
import type { z } from 'zod'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { diffValues, recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import type { DicomListener } from '../listener.ts'
import { listDevices } from './devices.queries.ts'
import * as receivers from './receiver-settings.queries.ts'

export interface ReceiverDeps {
  readonly variant: Variant
  readonly dicom: Pick<DicomListener, 'ports' | 'getCertificate'>
}

/**
 * Whether a device that is not listed may send images. In the cloud the port is open to the whole
 * Internet, so it never may.
 */
export const acceptsUnlisted = (
  variant: Variant,
  rule: UnlistedRule,
  deviceCount: number,
): boolean =>
  variant === 'local' && (rule === 'accept' || (rule === 'while-empty' && deviceCount === 0))

/** SHA-256 as OpenSSL prints it: pairs of hex digits with colons. */
const readFingerprint = (cert: string) => new X509Certificate(cert).fingerprint256

export async function getForClinic(
  { variant, dicom }: ReceiverDeps,
  db: ClinicDb,
  clinicId: ClinicId | null,
): Promise<DicomReceiver> {
  if (clinicId === null) refuse('clinic/of-user-not-found')
  const clinic = (await receivers.findClinic(db, clinicId)) ?? refuse('record/not-found')
  const unlisted = await receivers.findUnlistedRule(db, clinicId)
  const { length } = await listDevices(db, clinicId)
  const certificate = dicom.getCertificate()
  return {
    clinicId,
    aeTitle: clinic.aeTitle,
    unlisted: variant === 'cloud' ? 'refuse' : unlisted,
    acceptsUnlisted: acceptsUnlisted(variant, unlisted, length),
    ...dicom.ports(),
    tlsFingerprint: certificate ? readFingerprint(certificate.cert) : null,
  }
}

export async function update(
  deps: ReceiverDeps,
  change: ChangeContext,
  { clinicId, unlisted }: z.output<typeof DicomReceiverChange>,
): Promise<DicomReceiver> {
  const clinic = (await receivers.findClinic(change.db, clinicId)) ?? refuse('record/not-found')
  await change.db.transaction(async (db) => {
    const before = { unlisted: await receivers.findUnlistedRule(db, clinicId) }
    await receivers.setUnlistedRule(db, clinicId, unlisted)
    await recordAuditEvent(
      { ...change, db },
      {
        action: 'dicom-receiver.update',
        entityId: clinicId,
        subject: clinic.name,
        clinicId,
        ...diffValues(before, { unlisted }),
      },
    )
  })
  return getForClinic(deps, change.db, clinicId)
}
