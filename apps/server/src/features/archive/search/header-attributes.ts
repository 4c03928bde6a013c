import type { ImageId } from '@talus/contract'
import { parseDicomJson, toAttributes, toOtherPatientJson } from '@talus/dicom'
import type { Attributes, AttributeValue } from '@talus/dicom'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { listOutgoingChanges } from '../../images/index.ts'

const isEmpty = (value: AttributeValue) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** Requested attributes that the records of an image do not have. */
export const listMissing = (hit: Attributes, keywords: readonly string[]) =>
  keywords.filter((keyword) => isEmpty(hit[keyword]))

/**
 * Attributes of images from their stored headers, by image. The patient is the one that the images
 * leave with: a file may name an animal that it was attributed to by mistake.
 */
export async function findHeaderAttributes(
  db: ClinicDb,
  ids: readonly ImageId[],
  keywords: readonly string[],
): Promise<ReadonlyMap<ImageId, Attributes>> {
  if (ids.length === 0 || keywords.length === 0) return new Map()
  const headers = await db
    .selectFrom('image')
    .innerJoin('imageHeader', 'imageHeader.imageId', 'image.id')
    .select(['image.id', 'image.studyId', 'image.sopInstanceUID', 'imageHeader.json'])
    .where('image.id', 'in', ids)
    .execute()
  const changesOf = await listOutgoingChanges(db, headers)
  return new Map(
    headers.map(({ id, json }) => {
      const { attributes = {}, isOtherPatient = false } = changesOf.get(id) ?? {}
      const { PatientID: patientId, PatientName: patientName } = attributes
      const stored = parseDicomJson(json)
      const header = isOtherPatient
        ? toOtherPatientJson(stored, { patientId, patientName })
        : stored
      const changes = Object.entries(attributes)
      return [
        id,
        {
          ...toAttributes(header, keywords),
          ...Object.fromEntries(changes.filter(([keyword]) => keywords.includes(keyword))),
        },
      ] as const
    }),
  )
}

/** Adds the attributes that a hit has no values for. */
export const fillMissing = (hit: Attributes, more: Attributes | undefined): Attributes =>
  more
    ? {
        ...hit,
        ...Object.fromEntries(
          Object.entries(more).filter(
            ([keyword, value]) => isEmpty(hit[keyword]) && !isEmpty(value),
          ),
        ),
      }
    : hit
