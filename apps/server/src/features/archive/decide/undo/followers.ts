import type { ImageId } from '@talus/contract'
import type { ClinicDb } from '../../../../db/clinic-db.ts'
import type { PatientClaim } from '../../../../db/reassign-tables.ts'
import { readStoredAttributes } from '../../receive/read-attributes.ts'
import { toClaimKey } from '../../records/compare-identity.ts'
import { toRecordValues } from '../../records/record-values.ts'
import type { PrepareDeps } from '../prepare-file.ts'
import type { TrayEntry } from '../tray-entries.queries.ts'
import { toClaim } from '../tray-groups.ts'
import * as queries from './undo.queries.ts'

type LaterImage = Awaited<ReturnType<typeof queries.listLaterImages>>[number]

/** An image that was filed without a question, because of the decision about an entry. */
export interface Follower {
  readonly image: LaterImage
  readonly entry: TrayEntry
}

/** Whether the claims of a study are those of an entry. */
export const isOfClaims = (entry: TrayEntry, claim: PatientClaim) =>
  toClaimKey(claim) === toClaimKey(toClaim(entry))

/**
 * The images that were received later into the studies of the entries, and whose files name the same
 * animal as an entry. Without the decision each of them would have been a question.
 */
export async function listFollowers(
  { files, readPool }: PrepareDeps,
  db: ClinicDb,
  found: readonly TrayEntry[],
  now: Date,
): Promise<Follower[]> {
  const studyIds = [...new Set(found.flatMap(({ filedStudyId }) => filedStudyId ?? []))]
  const imageIds = found.flatMap(({ imageId }) => imageId ?? [])
  const [firstId] = imageIds.toSorted((one, other) => one - other)
  if (studyIds.length === 0 || firstId === undefined) return []
  const clinic = await queries.findRecordClinic(db)
  const followers: Follower[] = []
  const seen = new Set<ImageId>()
  for (const image of await queries.listLaterImages(db, studyIds, firstId)) {
    // An image with several former UIDs has as many rows.
    if (seen.has(image.id)) continue
    seen.add(image.id)
    const { filePath: key, byteLength } = image
    if ((await files.stat(key)) === undefined) continue
    const reading = await readStoredAttributes(readPool, files, { key, byteLength })
    const { patient } = toRecordValues(reading, clinic, now)
    const entry = found.find(
      (one) => one.filedStudyId === image.studyId && isOfClaims(one, patient),
    )
    if (entry) followers.push({ image, entry })
  }
  return followers
}
