import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createRadiograph } from '../dicom/dicom-objects.ts'
import { signInAs } from './demo-client.ts'
import type { ServerProcess } from './server-process.ts'

/** Imports radiographs of this size, smooth enough to be compressed; returns their ids. */
export async function importRadiographs(
  server: ServerProcess,
  count: number,
  size: number,
): Promise<number[]> {
  const { importImage } = await signInAs(server, 'staff.en')
  const pixels = Uint16Array.from({ length: size * size }, (_, at) => (at % size) + at / size)
  const ids: number[] = []
  for (let at = 0; at < count; at += 1) {
    const options = { rows: size, columns: size, pixels, seed: at }
    ids.push(Number((await importImage(createRadiograph(`long ${at}`, {}, options))).imageId))
  }
  return ids
}

/** Gives the stored images the age of years, as if this were a later day. The server is stopped. */
export async function makeImagesOld(dataFolder: string): Promise<void> {
  const database = new DatabaseSync(join(dataFolder, 'talus.sqlite'))
  const rows = database.prepare('select "id", "filePath" from "image"').all()
  for (const { id, filePath } of rows) {
    const oldPath = String(filePath).replace(/\d{4}-\d{2}-\d{2}/u, '2020-01-01')
    await mkdir(dirname(join(dataFolder, 'files', oldPath)), { recursive: true })
    await rename(join(dataFolder, 'files', String(filePath)), join(dataFolder, 'files', oldPath))
    database.prepare('update "image" set "filePath" = ? where "id" = ?').run(oldPath, id ?? null)
  }
  database.close()
}
