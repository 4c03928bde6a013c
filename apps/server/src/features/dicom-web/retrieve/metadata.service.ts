import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { FileStore } from '../../../files/index.ts'
import type { ReadPool } from '../../../workers/index.ts'
import { readStoredAttributes } from '../../archive/index.ts'
import { listOutgoingChanges } from '../../images/index.ts'
import { applyToHeader } from '../attributes-json.ts'
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
  const stored: (Instance & { readonly json: string })[] = []
  for (const instance of instances) {
    const { filePath: key, byteLength } = instance
    // The image was recorded before attributes were stored: read them from the file.
    const json =
      headers.get(instance.id) ??
      (await readStoredAttributes(readPool, files, { key, byteLength })).json
    stored.push({ ...instance, json })
  }
  const changesOf = await listOutgoingChanges(db, stored)
  const texts = stored.map(({ json, ...instance }) => {
    const { studyInstanceUID: study, seriesInstanceUID: series, sopInstanceUID } = instance
    const url = buildUrl({ study, series, instance: sopInstanceUID })
    return toMetadataJson(applyToHeader(json, changesOf.get(instance.id)), instance, url)
  })
  return `[${texts.join(',')}]`
}
