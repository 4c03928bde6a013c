import type { ImageId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { imagesToZip } from './bulk-download.queries.ts'

/** A database takes so many values in one question. */
const idsAtOnce = 500

export type ChosenImage = Awaited<ReturnType<typeof chosenAtOnce>>[number]

const chosenAtOnce = (db: ClinicDb, ids: readonly ImageId[]) =>
  imagesToZip(db)
    .where('image.id', 'in', ids)
    .where('image.isRejected', '=', false)
    .orderBy('image.createdOn')
    .orderBy('image.id')
    .execute()

/** Those that are there to be given away, in the order in which they were taken; rejected ones are not. */
export async function chosenImages(
  db: ClinicDb,
  ids: readonly ImageId[],
): Promise<readonly ChosenImage[]> {
  const found: ChosenImage[] = []
  for (let at = 0; at < ids.length; at += idsAtOnce)
    found.push(...(await chosenAtOnce(db, ids.slice(at, at + idsAtOnce))))
  return found
}
