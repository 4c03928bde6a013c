import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { FileStore } from '../../../files/index.ts'
import type { ReadPool } from '../../../workers/index.ts'
import { readStoredAttributes } from '../../archive/index.ts'
import type { BuildUrl } from '../resource-urls.ts'
import { findHeaders } from '../instances.queries.ts'
import type { Instance } from '../instances.queries.ts'
import { toMetadataJson } from '../metadata-json.ts'

export interface MetadataDeps {
  readonly files: FileStore
  readonly readPool: ReadPool
}

/** Returns the attributes of instances as an array of the DICOM JSON model. */
export async function loadMetadata(
  { files, readPool }: MetadataDeps,
  db: ClinicDb,
  instances: readonly Instance[],
  buildUrl: BuildUrl,
): Promise<string> {
  const headers = await findHeaders(
    db,
    instances.map(({ id }) => id),
  )
  const texts: string[] = []
  for (const instance of instances) {
    const { filePath: key, byteLength, studyInstanceUID: study, seriesInstanceUID } = instance
    // The image was recorded before attributes were stored: read them from the file.
    const json =
      headers.get(instance.id) ??
      (await readStoredAttributes(readPool, files, { key, byteLength })).json
    const resource = { study, series: seriesInstanceUID, instance: instance.sopInstanceUID }
    texts.push(toMetadataJson(json, instance, buildUrl(resource)))
  }
  return `[${texts.join(',')}]`
}
