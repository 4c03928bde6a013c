import { foldText } from '@talus/contract'
import { formatBreed } from '@talus/anatomy'
import { indexVersion } from '../../apps/server/src/db/listing/index-records.ts'
import { getPatientWords } from '../../apps/server/src/db/listing/search-words.ts'
import { createOwnerName, createPetName, createRandom } from './names.ts'

export interface Sizes {
  readonly owners: number
  readonly patients: number
  readonly studies: number
  /** The newest studies, which users open, have images: those of all would take an hour. */
  readonly studiesWithImages?: number
}

export type Row = readonly (string | number | null)[]

const minute = 60_000
const firstDay = Date.UTC(2016, 10, 14)
const days = 3650

export const insertColumns = {
  owner: 'id name search address clinicId userId createdOn indexVersion',
  patient:
    'id patientId name search speciesId sex accessionCode breedId description ownerId clinicId userId createdOn indexVersion patientIdKey ownerKey breedKey breedKeyFr',
  patientWord: 'clinicId word field patientId',
  study:
    'id patientId createdOn studyInstanceUID sopInstanceUID clinicId userId modality patientNameKey patientIdKey ownerKey breedKey breedKeyFr userKey speciesId',
  image:
    'studyId clinicId userId modality bodyPart bodyPartView filePath sha256 byteLength sopInstanceUID seriesInstanceUID sensor createdOn',
} as const
export type FilledTable = keyof typeof insertColumns

export interface ClinicReferences {
  readonly clinicId: number
  readonly users: readonly { readonly id: number; readonly key: string }[]
  readonly breeds: readonly {
    readonly id: number
    readonly name: string
    readonly speciesId: number
  }[]
  /** The first ID of owners, patients and studies; several clinics need different ones. */
  readonly firstId?: number
}

const breedKeys = (breed: string) => [
  foldText(formatBreed(breed, 'en')),
  foldText(formatBreed(breed, 'fr')),
]

/** Generates every row of the clinic, in an order that satisfies the foreign keys. */
export function* generateRecords(
  { clinicId, users, breeds, firstId: offset = 1_000_000 }: ClinicReferences,
  sizes: Sizes,
): Generator<readonly [FilledTable, Row]> {
  const next = createRandom(20_261_115 + offset)
  const { studiesWithImages = 20_000 } = sizes
  const created = new Date(firstDay).toISOString()
  const owners: string[] = []
  const firstUser = users[0]?.id ?? 0
  for (let index = 0; index < sizes.owners; index += 1) {
    const name = createOwnerName(next)
    owners.push(name)
    yield [
      'owner',
      [offset + index, name, foldText(name), '', clinicId, firstUser, created, indexVersion],
    ]
  }
  const patients: { name: string; code: string; owner: string; breed: string; species: number }[] =
    []
  for (let index = 0; index < sizes.patients; index += 1) {
    const ownerIndex = Math.floor(next() * sizes.owners)
    const breed = breeds[Math.floor(next() ** 2 * breeds.length)]
    const owner = owners[ownerIndex] ?? ''
    const code = `TAL-${String((index * 7919) % 1_000_000).padStart(6, '0')}`
    const patient = {
      name: createPetName(next),
      code,
      owner,
      breed: breed?.name ?? '',
      species: breed?.speciesId ?? 1,
    }
    patients.push(patient)
    const accession = `2016${String(1_000_000_000 + index)}`
    const id = offset + index
    const described = [id, code, patient.name, foldText(patient.name), patient.species, null]
    const owned = [accession, breed?.id ?? null, '', offset + ownerIndex, clinicId, firstUser]
    const keys = [
      created,
      indexVersion,
      foldText(code),
      foldText(owner),
      ...breedKeys(patient.breed),
    ]
    yield ['patient', [...described, ...owned, ...keys]]
    const text = { ...patient, nameGroups: '', patientId: code, accessionCode: accession }
    for (const { field, word } of getPatientWords([text], {
      owners: [owner],
      breed: patient.breed,
    }))
      yield ['patientWord', [clinicId, word, field, id]]
  }
  const keys = patients.map((patient) => ({
    name: foldText(patient.name),
    code: foldText(patient.code),
    owner: foldText(patient.owner),
    breeds: breedKeys(patient.breed),
    species: patient.species,
  }))
  for (let index = 0; index < sizes.studies; index += 1) {
    const patientIndex = Math.floor(next() * sizes.patients)
    const key = keys[patientIndex]
    const user = users[Math.floor(next() * users.length)]
    if (!key || !user) continue
    const day = Math.floor((index / sizes.studies) * days)
    const createdOn = new Date(firstDay + (day * 1440 + 780 + Math.floor(next() * 600)) * minute)
    const at = createdOn.toISOString()
    const id = offset + index
    const modality = next() < 0.8 ? 'General' : next() < 0.9 ? 'Dental' : 'CT'
    yield [
      'study',
      [
        id,
        offset + patientIndex,
        at,
        `2.25.7.${id}`,
        `2.25.8.${id}`,
        clinicId,
        user.id,
        modality,
        key.name,
        key.code,
        key.owner,
        ...key.breeds,
        user.key,
        key.species,
      ],
    ]
    if (index >= sizes.studies - studiesWithImages)
      for (let image = 0; image < 4; image += 1)
        yield [
          'image',
          [
            id,
            clinicId,
            user.id,
            modality,
            'Chest',
            'LAT',
            '',
            '',
            0,
            `2.25.9.${id}.${image}`,
            '2.25.9',
            '',
            at,
          ],
        ]
  }
}
