import type { ClinicId, ShareId } from '@talus/contract'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { record } from '../audit/index.ts'
import { hashToken, isPassword } from '../auth/index.ts'
import { chosenImages } from '../images/index.ts'
import type { ChosenImage } from '../images/index.ts'
import * as shares from './shares.queries.ts'

export interface VisitDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: () => Date
  readonly secrets: SecretBox
}

export interface SharedImage extends ChosenImage {
  /** From 1, and the same for as long as the link is open. */
  readonly position: number
}

/** What a link shows: these images, and nothing else of the clinic. */
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
 * The open share behind a link. Unknown, expired, closed, or with nothing left in it: all the same
 * to whoever asks. An image that was rejected since is not in it any more.
 */
export async function openShare(
  { unscopedDb, clock }: VisitDeps,
  token: string,
): Promise<OpenShare | undefined> {
  if (!tokenShape.test(token)) return undefined
  const found = await shares.findOpen(unscopedDb, hashToken(token), clock().toISOString())
  if (!found) return undefined
  const db = new ClinicDb(unscopedDb, [found.clinicId])
  const ids = await shares.imageIdsOf(db, found.id)
  const positions = new Map(ids.map((id, index) => [id, index + 1]))
  const images = (await chosenImages(db, ids))
    .filter(({ studyId }) => studyId === found.studyId)
    .map((image) => ({ ...image, position: positions.get(image.imageId) ?? 0 }))
    .toSorted((one, other) => one.position - other.position)
  return images.length === 0 ? undefined : { ...found, db, images }
}

export interface Visitor {
  readonly address: string
}

const nobody = { id: null, username: '' }

function witnessed(
  { clock }: VisitDeps,
  { id, clinicId, patientName }: OpenShare,
  { address }: Visitor,
  db: ClinicDb,
) {
  return (
    action: 'share.open' | 'share.download' | 'share.revoke',
    after: Readonly<Record<string, unknown>>,
  ) =>
    record(
      { db, actor: nobody, address, clock },
      { action, entityId: id, subject: patientName, clinicId, after },
    )
}

export const opened = (deps: VisitDeps, share: OpenShare, visitor: Visitor) =>
  share.db.transaction(async (db) => {
    await shares.countOpening(db, share.id, deps.clock().toISOString())
    await witnessed(deps, share, visitor, db)('share.open', { images: share.images.length })
  })

export const downloaded = (
  deps: VisitDeps,
  share: OpenShare,
  visitor: Visitor & { readonly type: 'JPEG' | 'DICOM' },
) =>
  witnessed(
    deps,
    share,
    visitor,
    share.db,
  )('share.download', {
    type: visitor.type,
    images: share.images.length,
  })

/** How many tries are left after a wrong one; none, and the link is closed for everybody. */
export async function tryPin(
  deps: VisitDeps,
  share: OpenShare,
  { pin, ...visitor }: Visitor & { readonly pin: string },
): Promise<'right' | { readonly left: number }> {
  const { db, id, pinHash } = share
  const taken = await shares.takeTry(db, id)
  if (taken === undefined || pinHash === null) return { left: 0 }
  if (await isPassword(pin, deps.secrets.open(pinHash))) {
    await shares.forgetTries(db, id)
    return 'right'
  }
  const left = shares.wrongPinsMax - taken
  if (left === 0)
    await db.transaction(async (db) => {
      await shares.close(db, id, deps.clock().toISOString())
      await witnessed(deps, share, visitor, db)('share.revoke', { wrongPins: taken })
    })
  return { left }
}
