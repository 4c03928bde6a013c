import { limits, refuse } from '@talus/contract'
import type { Actor, ImageId, Share, ShareId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import { hashPassword, hashToken, newToken } from '../auth/index.ts'
import { findChosenImages } from '../images/index.ts'
import type { ChosenImage } from '../images/index.ts'
import { findLinkAddress } from './link-address.service.ts'
import * as shares from './shares.queries.ts'
import type { FoundShare } from './shares.queries.ts'

export interface ShareDeps {
  readonly clock: Clock
  readonly secrets: SecretBox
  readonly publicUrl: string
  /** The path of the web application. */
  readonly basePath: string
}

export interface LinkOptions {
  readonly linkDays?: number | undefined
  readonly linkPin?: string | undefined
  /** The recipients that it is emailed to. */
  readonly recipients?: readonly string[]
}

const dayMs = 86_400_000

/** The hashes are not sent: the response is cut to the fields of the contract. */
export const toShare = (share: FoundShare): Share => ({
  ...share,
  recipients: [...share.recipients],
  imageCount: share.imageCount ?? 0,
  hasPin: share.pinHash !== null,
})

/** If one image is missing, all are refused: naming it would reveal that it exists. */
export async function findImagesToShare(
  db: ClinicDb,
  imageIds: readonly ImageId[],
): Promise<readonly ChosenImage[]> {
  const requested = [...new Set(imageIds)]
  const images = await findChosenImages(db, requested)
  if (images.length < requested.length) refuse('record/not-found')
  return images
}

export interface NewLink {
  readonly id: ShareId
  /** Available only here: the database has only its hash. */
  readonly url: string
  readonly expiresOn: string
}

/** Creates the link and its audit event in the given transaction. */
export async function addLink(
  {
    clock,
    secrets,
    publicUrl,
    basePath,
    ...change
  }: ChangeContext & ShareDeps & { readonly actor: Actor },
  images: readonly ChosenImage[],
  { linkDays = limits.shareDays, linkPin, recipients = [] }: LinkOptions,
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
    // Encrypted as well: a hash of four digits alone would hide nothing from a stolen database.
    pinHash: linkPin === undefined ? null : secrets.seal(await hashPassword(linkPin)),
    createdOn: now.toISOString(),
    expiresOn,
    revokedOn: null,
    recipients: JSON.stringify(recipients),
    lastOpenedOn: null,
  }
  const imageIds = images.map(({ imageId }) => imageId)
  const id = await shares.insert(change.db, row, imageIds)
  await recordAuditEvent(
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
  const start = await findLinkAddress(change.db, clinicId, { publicUrl, basePath })
  return { id, url: `${start}shared/${token}`, expiresOn }
}

export async function create(
  deps: ChangeContext & ShareDeps,
  { imageIds, ...options }: LinkOptions & { readonly imageIds: readonly ImageId[] },
) {
  const images = await findImagesToShare(deps.db, imageIds)
  return deps.db.transaction(async (db) => {
    const { id, url } = await addLink({ ...deps, db }, images, options)
    const share = (await shares.find(db, id)) ?? refuse('record/not-found')
    return { share: toShare(share), url }
  })
}

/** Revoking a link twice changes nothing. */
export async function revoke({ db, ...change }: ChangeContext, id: ShareId): Promise<void> {
  const share = (await shares.find(db, id)) ?? refuse('record/not-found')
  await db.transaction(async (db) => {
    if (!(await shares.close(db, id, change.clock().toISOString()))) return
    const { clinicId, studyId } = share
    const subject = await shares.findPatientName(db, studyId)
    const event = { action: 'share.revoke' as const, entityId: id, subject, clinicId }
    await recordAuditEvent({ ...change, db }, { ...event, after: { studyId } })
  })
}
