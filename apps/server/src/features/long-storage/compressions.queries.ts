import type { ClinicId, ImageId } from '@talus/contract'
import { nativeSyntaxes } from '@talus/dicom'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'

export interface ImageToCompress {
  readonly id: ImageId
  readonly clinicId: ClinicId
  readonly filePath: string
  readonly sha256: string
  readonly byteLength: number
}

const pageImages = 100

/** Lists the uncompressed images that were taken before a time and not looked at yet. */
export async function* listUncompressed(
  unscopedDb: UnscopedDb,
  before: string,
): AsyncGenerator<ImageToCompress> {
  const pages = unscopedDb
    .selectFrom('image')
    .leftJoin('imageCompression', 'imageCompression.imageId', 'image.id')
    .select(['image.id', 'image.clinicId', 'image.filePath', 'image.sha256', 'image.byteLength'])
    .where('image.transferSyntaxUID', 'in', nativeSyntaxes)
    .where('image.hasPixels', '=', true)
    .where('image.sha256', '!=', '')
    .where('image.createdOn', '<', before)
    .where((eb) =>
      eb.or([
        eb('imageCompression.imageId', 'is', null),
        eb.and([
          eb('imageCompression.state', '!=', 'running'),
          eb('imageCompression.sha256', '!=', eb.ref('image.sha256')),
        ]),
      ]),
    )
    .orderBy('image.id')
    .limit(pageImages)
  let last: ImageId | undefined
  for (;;) {
    const page = await (last === undefined ? pages : pages.where('image.id', '>', last)).execute()
    yield* page
    last = page.at(-1)?.id
    if (last === undefined || page.length < pageImages) return
  }
}

/** Registers the new file before it exists; false if another server compresses the image. */
export async function claim(
  unscopedDb: UnscopedDb,
  { id: imageId, clinicId, sha256 }: ImageToCompress,
  { newPath, changedOn }: { readonly newPath: string; readonly changedOn: string },
): Promise<boolean> {
  const running = { state: 'running', sha256, newPath, changedOn } as const
  const { numInsertedOrUpdatedRows } = await unscopedDb
    .insertInto('imageCompression')
    .values({ imageId, clinicId, ...running })
    .onConflict((conflict) =>
      conflict
        .column('imageId')
        .doUpdateSet({ ...running, formerBytes: null, pixelSha256: null })
        // The file that the last compression replaced has to be removed first.
        .where('imageCompression.state', '!=', 'running')
        .where('imageCompression.formerPath', 'is', null),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const markLeft = (unscopedDb: UnscopedDb, id: ImageId, changedOn: string) =>
  unscopedDb
    .updateTable('imageCompression')
    .set({ state: 'left', newPath: null, changedOn })
    .where('imageId', '=', id)
    .execute()

export const forget = (unscopedDb: UnscopedDb, id: ImageId) =>
  unscopedDb.deleteFrom('imageCompression').where('imageId', '=', id).execute()

export interface Compressed {
  readonly sha256: string
  readonly formerPath: string
  readonly formerBytes: number
  readonly pixelSha256: string
  readonly changedOn: string
}

/** Part of the transaction that changes the record of the image. */
export async function markDone(db: ClinicDb, id: ImageId, compressed: Compressed): Promise<void> {
  await db
    .updateTable('imageCompression')
    .set({ state: 'done', newPath: null, ...compressed })
    .where('imageCompression.imageId', '=', id)
    .execute()
  // The slices of the image are the same; reading them again would make its stack wait.
  await db
    .updateTable('slice')
    .set({ sha256: compressed.sha256 })
    .where('slice.imageId', '=', id)
    .execute()
}

/** Lists what is left of a compression: a file that no reader needs any more. */
export const listLeftOver = (unscopedDb: UnscopedDb, before: string) =>
  unscopedDb
    .selectFrom('imageCompression')
    .select(['imageId', 'state', 'newPath', 'formerPath'])
    .where((eb) => eb.or([eb('newPath', 'is not', null), eb('formerPath', 'is not', null)]))
    .where('changedOn', '<=', before)
    .execute()

export const forgetFormer = (unscopedDb: UnscopedDb, id: ImageId) =>
  unscopedDb
    .updateTable('imageCompression')
    .set({ formerPath: null })
    .where('imageId', '=', id)
    .execute()

/** How many images are compressed, and their sizes before and after. */
export async function sumCompressed(unscopedDb: UnscopedDb) {
  const { images, formerBytes, bytes } = await unscopedDb
    .selectFrom('imageCompression')
    .innerJoin('image', 'image.id', 'imageCompression.imageId')
    .select((eb) => [
      eb.fn.countAll().as('images'),
      eb.fn.sum('imageCompression.formerBytes').as('formerBytes'),
      eb.fn.sum('image.byteLength').as('bytes'),
    ])
    .where('imageCompression.state', '=', 'done')
    .executeTakeFirstOrThrow()
  return { images: Number(images), formerBytes: Number(formerBytes), bytes: Number(bytes) }
}
