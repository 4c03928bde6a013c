import type { ImageId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { selectImagesToZip } from './bulk-download.queries.ts'

/** The number of values that a database accepts in one query. */
const idsPerQuery = 500

export type ChosenImage = Awaited<ReturnType<typeof findPage>>[number]

const findPage = (db: ClinicDb, ids: readonly ImageId[]) =>
  selectImagesToZip(db)
    .where('image.id', 'in', ids)
    .where('image.isRejected', '=', false)
    .orderBy('image.createdOn')
    .orderBy('image.id')
    .execute()

/** Finds the selected images in the order of their capture; rejected ones are left out. */
export async function findChosenImages(
  db: ClinicDb,
  ids: readonly ImageId[],
): Promise<readonly ChosenImage[]> {
  const found: ChosenImage[] = []
  for (let at = 0; at < ids.length; at += idsPerQuery)
    found.push(...(await findPage(db, ids.slice(at, at + idsPerQuery))))
  return found
}
