import type { ClinicDb } from '../../db/clinic-db.ts'
import type { FileStore } from '../../files/index.ts'
import type { Readings } from '../../workers/index.ts'
import { readStored } from '../archive/index.ts'
import type { AddressOf } from './addresses.ts'
import { headersOf } from './instances.queries.ts'
import type { Instance } from './instances.queries.ts'
import { metadataText } from './metadata.ts'

export interface MetadataDeps {
  readonly files: FileStore
  readonly readings: Readings
}

/** The attributes of instances, as an array of the DICOM JSON model. */
export async function metadataOf(
  { files, readings }: MetadataDeps,
  db: ClinicDb,
  instances: readonly Instance[],
  addressOf: AddressOf,
): Promise<string> {
  const headers = await headersOf(
    db,
    instances.map(({ id }) => id),
  )
  const texts: string[] = []
  for (const instance of instances) {
    const { filePath: key, byteLength, studyInstanceUID: study, seriesInstanceUID } = instance
    // An image that was recorded before its attributes were: the file has them.
    const json =
      headers.get(instance.id) ?? (await readStored(readings, files, { key, byteLength })).json
    const place = { study, series: seriesInstanceUID, instance: instance.sopInstanceUID }
    texts.push(metadataText(json, instance, addressOf(place)))
  }
  return `[${texts.join(',')}]`
}
