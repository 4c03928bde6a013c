import type { ImageId } from '@talus/contract'
import type { UnscopedDb } from '../../../db/open.ts'

const pageRows = 500

const columns = [
  'image.id',
  'image.clinicId',
  'image.filePath',
  'image.byteLength',
  'image.sha256',
] as const

/**
 * Lists the images of every clinic, including rejected and deleted ones: their files are kept as
 * well.
 */
export async function* all(unscopedDb: UnscopedDb) {
  const first = unscopedDb
    .selectFrom('image')
    .leftJoin('imageHeader', 'imageHeader.imageId', 'image.id')
    .select([...columns, 'imageHeader.imageId as headerOf'])
    .orderBy('image.id')
    .limit(pageRows)
  let last: ImageId | undefined
  for (;;) {
    const page = await (last === undefined ? first : first.where('image.id', '>', last)).execute()
    for (const { headerOf, ...image } of page) yield { ...image, hasHeader: headerOf !== null }
    last = page.at(-1)?.id
    if (last === undefined || page.length < pageRows) return
  }
}

/** Lists the kept files of replaced instances; their attributes are not stored. */
export async function* allReplaced(unscopedDb: UnscopedDb) {
  const files = unscopedDb
    .selectFrom('replacedInstance')
    .select(['imageId as id', 'clinicId', 'filePath', 'byteLength', 'sha256', 'sopInstanceUID'])
    .where('filePath', 'is not', null)
    .orderBy('sopInstanceUID')
    .limit(pageRows)
  let last = ''
  for (;;) {
    const page = await files.where('sopInstanceUID', '>', last).execute()
    for (const { filePath, sopInstanceUID: _uid, ...file } of page)
      if (filePath !== null) yield { ...file, filePath, hasHeader: true, isReplaced: true }
    last = page.at(-1)?.sopInstanceUID ?? ''
    if (page.length < pageRows) return
  }
}

export type ImageToVerify = Omit<
  ReturnType<typeof all> extends AsyncGenerator<infer Row> ? Row : never,
  'hasHeader'
> & { readonly hasHeader?: boolean; readonly isReplaced?: boolean }

/** The file of an image, or of a replaced instance, as its record names it now. */
export const findCurrent = (
  unscopedDb: UnscopedDb,
  { id, filePath, isReplaced = false }: ImageToVerify,
) =>
  isReplaced
    ? unscopedDb
        .selectFrom('replacedInstance')
        .select(['clinicId', 'filePath', 'byteLength', 'sha256'])
        .where('filePath', '=', filePath)
        .$narrowType<{ filePath: string }>()
        .executeTakeFirst()
    : unscopedDb
        .selectFrom('image')
        .select(['clinicId', 'filePath', 'byteLength', 'sha256'])
        .where('id', '=', id)
        .executeTakeFirst()

export const findWithSameContent = (
  unscopedDb: UnscopedDb,
  { id, sha256, filePath }: ImageToVerify,
) =>
  unscopedDb
    .selectFrom('image')
    .select([...columns])
    .where('image.sha256', '=', sha256)
    .where('image.sha256', '!=', '')
    .where('image.id', '!=', id)
    .where('image.filePath', '!=', filePath)
    .limit(5)
    .execute()
