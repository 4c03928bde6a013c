import type { ClinicId, ShareId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { recordAuditEvent } from '../audit/index.ts'
import { hashToken, verifyPassword } from '../auth/index.ts'
import { findChosenImages } from '../images/index.ts'
import type { ChosenImage } from '../images/index.ts'
import * as shares from './shares.queries.ts'

export interface VisitDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly secrets: SecretBox
}

export interface SharedImage extends ChosenImage {
  /** The position from 1, which does not change while the link is open. */
  readonly position: number
}

/** An open link: these images, and nothing else of the clinic. */
export interface OpenShare {
  readonly id: ShareId
  readonly clinicId: ClinicId
  readonly db: ClinicDb
  readonly pinHash: string | null
  readonly patientName: string
  readonly clinicName: string
  readonly timeZone: string
  readonly studyDate: string
  readonly expiresOn: string
  readonly images: readonly SharedImage[]
}

const tokenShape = /^[\w-]{43}$/u

/**
 * Finds the open share of a link. Unknown, expired, revoked or empty links are indistinguishable to
 * the client. Images that were rejected since are left out.
 */
export async function findOpenShare(
  { unscopedDb, clock }: VisitDeps,
  token: string,
): Promise<OpenShare | undefined> {
  if (!tokenShape.test(token)) return undefined
  const found = await shares.findOpen(unscopedDb, hashToken(token), clock().toISOString())
  if (!found) return undefined
  const db = new ClinicDb(unscopedDb, [found.clinicId])
  const ids = await shares.listImageIds(db, found.id)
  const positions = new Map(ids.map((id, index) => [id, index + 1]))
  const images = (await findChosenImages(db, ids))
    .filter(({ studyId }) => studyId === found.studyId)
    .map((image) => ({ ...image, position: positions.get(image.imageId) ?? 0 }))
    .toSorted((one, other) => one.position - other.position)
  return images.length === 0 ? undefined : { ...found, db, images }
}

export interface Visitor {
  readonly address: string
}

const anonymous = { id: null, username: '' }

function createRecorder(
  { clock }: VisitDeps,
  { id, clinicId, patientName }: OpenShare,
  { address }: Visitor,
  db: ClinicDb,
) {
  return (
    action: 'share.open' | 'share.download' | 'share.revoke',
    after: Readonly<Record<string, unknown>>,
  ) =>
    recordAuditEvent(
      { db, actor: anonymous, address, clock },
      { action, entityId: id, subject: patientName, clinicId, after },
    )
}

export const recordOpening = (deps: VisitDeps, share: OpenShare, visitor: Visitor) =>
  share.db.transaction(async (db) => {
    await shares.countOpening(db, share.id, deps.clock().toISOString())
    await createRecorder(deps, share, visitor, db)('share.open', { images: share.images.length })
  })

export const recordDownload = (
  deps: VisitDeps,
  share: OpenShare,
  visitor: Visitor & { readonly type: 'JPEG' | 'DICOM' | 'PDF' },
) =>
  createRecorder(
    deps,
    share,
    visitor,
    share.db,
  )('share.download', {
    type: visitor.type,
    images: share.images.length,
  })

/**
 * Checks a PIN. Returns the number of attempts that are left after a wrong one; at zero the link is
 * revoked.
 */
export async function checkPin(
  deps: VisitDeps,
  share: OpenShare,
  { pin, ...visitor }: Visitor & { readonly pin: string },
): Promise<'right' | { readonly left: number }> {
  const { db, id, pinHash } = share
  const attempts = await shares.recordPinAttempt(db, id)
  if (attempts === undefined || pinHash === null) return { left: 0 }
  if (await verifyPassword(pin, deps.secrets.open(pinHash))) {
    await shares.resetPinAttempts(db, id)
    return 'right'
  }
  const left = shares.wrongPinsMax - attempts
  if (left === 0)
    await db.transaction(async (db) => {
      await shares.close(db, id, deps.clock().toISOString())
      await createRecorder(deps, share, visitor, db)('share.revoke', { wrongPins: attempts })
    })
  return { left }
}
