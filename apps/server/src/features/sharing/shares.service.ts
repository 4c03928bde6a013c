import { limits, refuse } from '@talus/contract'
import type { Actor, ImageId, Share, ShareId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import { hashPassword, hashToken, newToken } from '../auth/index.ts'
import { chosenImages } from '../images/index.ts'
import type { ChosenImage } from '../images/index.ts'
import * as shares from './shares.queries.ts'
import type { FoundShare } from './shares.queries.ts'

export interface ShareDeps {
  readonly clock: () => Date
  readonly secrets: SecretBox
  readonly publicUrl: string
}

export interface LinkWishes {
  readonly linkDays?: number | undefined
  readonly linkPin?: string | undefined
  /** Whom it is mailed to. */
  readonly recipients?: readonly string[]
}

const dayMs = 86_400_000

/** The hashes stay here: the answer is cut to what the contract names. */
export const asRecord = (share: FoundShare): Share => ({
  ...share,
  recipients: [...share.recipients],
  imageCount: share.imageCount ?? 0,
  hasPin: share.pinHash !== null,
})

/** One that is not there refuses all of them: which one it was would tell that it exists. */
export async function imagesToShare(
  db: ClinicDb,
  imageIds: readonly ImageId[],
): Promise<readonly ChosenImage[]> {
  const wanted = [...new Set(imageIds)]
  const images = await chosenImages(db, wanted)
  if (images.length < wanted.length) refuse('record/not-found')
  return images
}

export interface NewLink {
  readonly id: ShareId
  /** Told this once: the database has only its hash. */
  readonly url: string
  readonly expiresOn: string
}

/** Makes the link in the transaction that it is given, and its record in the trail with it. */
export async function addLink(
  { clock, secrets, publicUrl, ...change }: Change & ShareDeps & { readonly actor: Actor },
  images: readonly ChosenImage[],
  { linkDays = limits.shareDays, linkPin, recipients = [] }: LinkWishes,
): Promise<NewLink> {
  const [first] = images
  if (!first) refuse('share/no-images')
  const { studyId, clinicId, patientName } = first
  if (images.some((image) => image.studyId !== studyId)) refuse('share/several-studies')
  const token = newToken()
  const now = clock()
  const expiresOn = new Date(now.getTime() + linkDays * dayMs).toISOString()
  const row = {
    clinicId,
    studyId,
    userId: change.actor.id,
    tokenHash: hashToken(token),
    // Sealed as well: of four digits, a hash alone would hide nothing from a stolen database.
    pinHash: linkPin === undefined ? null : secrets.seal(await hashPassword(linkPin)),
    createdOn: now.toISOString(),
    expiresOn,
    revokedOn: null,
    recipients: JSON.stringify(recipients),
    lastOpenedOn: null,
  }
  const imageIds = images.map(({ imageId }) => imageId)
  const id = await shares.insert(change.db, row, imageIds)
  await record(
    { ...change, clock },
    {
      action: 'share.create',
      entityId: id,
      subject: patientName,
      clinicId,
      after: {
        studyId,
        images: images.length,
        expiresOn,
        hasPin: linkPin !== undefined,
        recipients: recipients.length,
      },
    },
  )
  return { id, url: `${publicUrl}shared/${token}`, expiresOn }
}

export async function create(
  deps: Change & ShareDeps,
  { imageIds, ...wishes }: LinkWishes & { readonly imageIds: readonly ImageId[] },
) {
  const images = await imagesToShare(deps.db, imageIds)
  return deps.db.transaction(async (db) => {
    const { id, url } = await addLink({ ...deps, db }, images, wishes)
    const share = (await shares.find(db, id)) ?? refuse('record/not-found')
    return { share: asRecord(share), url }
  })
}

/** Closing a link twice changes nothing. */
export async function revoke({ db: outer, ...change }: Change, id: ShareId): Promise<void> {
  const share = (await shares.find(outer, id)) ?? refuse('record/not-found')
  await outer.transaction(async (db) => {
    if (!(await shares.close(db, id, change.clock().toISOString()))) return
    const { clinicId, studyId } = share
    const subject = await shares.patientName(db, studyId)
    const event = { action: 'share.revoke' as const, entityId: id, subject, clinicId }
    await record({ ...change, db }, { ...event, after: { studyId } })
  })
}
