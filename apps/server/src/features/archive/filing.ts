import { anatomyFromDicom, speciesEntries } from '@talus/anatomy'
import { collapsed, folded, refuse, species, speciesIdOf } from '@talus/contract'
import type { ClinicType, Day, Instant, Species, StudyModality } from '@talus/contract'
import { isUid } from '@talus/dicom'
import type { StudyDescription } from '@talus/dicom'
import type { Reading } from '../../workers/index.ts'
import { dayOf, instantOf } from './dicom-time.ts'
import { exposureOf } from './exposure.ts'
import { animalNames, spokenName } from './names.ts'

/** Where a file comes to stand in the archive, as far as the file itself tells. */
export type Filing = ReturnType<typeof filingOf>

export interface FilingClinic {
  readonly clinicType: ClinicType
  readonly timeZone: string
}

const longText = 255
const short = (text: string) => Array.from(collapsed(text)).slice(0, longText).join('')

export function filingOf(reading: Reading, clinic: FilingClinic, now: Date) {
  const { identity, description } = reading
  const createdOn = timesOf(reading, clinic.timeZone, now)
  const kind = clinic.clinicType === 'Human' ? undefined : speciesOf(description)
  return {
    patient: patientOf(reading, clinic, kind),
    study: {
      studyInstanceUID: uid(identity.studyInstanceUid, 'StudyInstanceUID'),
      createdOn: createdOn.study,
      modality: studyModality(identity.modality),
      accessionNumber: short(description.accessionNumber),
      description: short(identity.studyDescription),
      dicomStudyId: short(description.studyId),
      referringPhysician: short(description.referringPhysician),
    },
    series: {
      seriesInstanceUID: uid(identity.seriesInstanceUid, 'SeriesInstanceUID'),
      modality: short(identity.modality),
      seriesNumber: whole(identity.seriesNumber),
      description: short(identity.seriesDescription),
      bodyPart: short(identity.bodyPart),
      laterality: short(identity.laterality),
      startedOn: createdOn.series,
    },
    image: {
      ...imageOf(reading, kind),
      sopInstanceUID: uid(identity.sopInstanceUid, 'SOPInstanceUID'),
      createdOn: createdOn.image,
    },
    exposure: exposureOf(description),
  }
}

/** Refused rather than made up: by these a file is found again, here and everywhere else. */
const uid = (text: string, attribute: string) =>
  isUid(text) ? text : refuse('import/no-uid', { values: { attribute } })

/** The largest number that both databases hold in a column of integers. */
const largest = 2 ** 31 - 1
const whole = (value: number | undefined) =>
  value !== undefined && Math.abs(value) <= largest ? Math.trunc(value) : null

function timesOf({ identity, description }: Reading, timeZone: string, now: Date) {
  const { timezoneOffset } = description
  const at = (date: string, time: string): Instant | undefined => {
    const instant = instantOf({ date, time, timezoneOffset }, timeZone)
    // A clock that runs ahead would put the study above all others for years.
    return instant !== undefined && instant <= now.toISOString() ? instant : undefined
  }
  const series = at(description.seriesDate, description.seriesTime)
  const image =
    at(description.acquisitionDateTime.slice(0, 8), description.acquisitionDateTime.slice(8, 14)) ??
    at(description.acquisitionDate, description.acquisitionTime) ??
    at(description.contentDate, description.contentTime)
  const study = at(identity.studyDate, identity.studyTime) ?? series ?? image ?? now.toISOString()
  return { study, series: series ?? null, image: image ?? series ?? study }
}

export interface FiledPatient {
  /** As the sender numbers it; empty where he does not. */
  readonly number: string
  readonly name: string
  readonly owner: string
  readonly speciesId: number | null
  readonly breed: { readonly code: string; readonly name: string }
  readonly sex: 'Male' | 'Female' | null
  readonly neutered: boolean
  readonly birthDate: Day | null
}

function patientOf(
  { identity, description }: Reading,
  { clinicType }: FilingClinic,
  kind: Species | undefined,
): FiledPatient {
  const names =
    clinicType === 'Human'
      ? { patient: spokenName(identity.patientName), owner: '' }
      : animalNames(identity.patientName, description.responsiblePerson)
  return {
    number: short(identity.patientId),
    name: names.patient,
    owner:
      names.owner || (clinicType === 'Human' ? '' : short(description.responsibleOrganization)),
    speciesId: kind === undefined ? null : speciesIdOf(kind),
    breed: {
      code: description.breedCode?.value ?? '',
      name: description.breedDescription || (description.breedCode?.meaning ?? ''),
    },
    sex: sexes.get(description.sex.toUpperCase()) ?? null,
    neutered: description.sexNeutered.toUpperCase() === 'ALTERED',
    birthDate: dayOf(description.birthDate) ?? null,
  }
}

const sexes = new Map([
  ['M', 'Male'],
  ['F', 'Female'],
] as const) as ReadonlyMap<string, 'Male' | 'Female'>

/** How systems call the three, beside the name of PS3.16. */
const speciesWords: Readonly<Record<Species, readonly string[]>> = {
  Canine: ['canine', 'dog', 'chien', 'chienne', 'canis', 'hund', 'k9'],
  Feline: ['feline', 'cat', 'chat', 'chatte', 'felis', 'katze'],
  Equine: ['equine', 'horse', 'cheval', 'jument', 'equus', 'pferd', 'pony', 'poney'],
}

function speciesOf({ speciesCode, speciesDescription }: StudyDescription): Species | undefined {
  const byCode = species.find((kind) => speciesEntries[kind].code.value === speciesCode?.value)
  if (byCode) return byCode
  const text = `${speciesDescription} ${speciesCode?.meaning ?? ''}`
  const words = new Set(folded(text).split(/[^a-z0-9]+/u))
  return species.find((kind) => speciesWords[kind].some((word) => words.has(word)))
}

const general = new Set(['DX', 'CR', 'RG', 'DR', 'RF', 'XA', 'MG'])
const dental = new Set(['IO', 'PX'])

function studyModality(modality: string): StudyModality {
  if (modality === 'CT' || modality === 'MR') return modality
  if (dental.has(modality)) return 'Dental'
  return general.has(modality) ? 'General' : 'Unspecified'
}

function imageOf({ identity, description, transferSyntaxUid, hasPixels }: Reading, kind?: Species) {
  const { bodyPart, view } = anatomyFromDicom(
    {
      regionCode: description.anatomicRegion?.value ?? '',
      bodyPartExamined: identity.bodyPart,
      laterality: identity.laterality,
      viewCode: description.viewCode?.value ?? '',
      viewPosition: identity.view,
      descriptions: [
        identity.seriesDescription,
        description.protocolName,
        description.imageComments,
        identity.studyDescription,
      ],
    },
    kind,
  )
  const maker = [description.manufacturer, description.manufacturerModel].filter(Boolean).join(' ')
  return {
    modality: studyModality(identity.modality),
    bodyPart: short(bodyPart),
    bodyPartView: short(view),
    sopClassUID: isUid(identity.sopClassUid) ? identity.sopClassUid : '',
    transferSyntaxUID: transferSyntaxUid,
    hasPixels,
    instanceNumber: whole(identity.instanceNumber),
    rows: whole(description.rows),
    columns: whole(description.columns),
    frames: Math.max(1, whole(description.frames) ?? 1),
    sensor: short(description.detectorId || maker || description.stationName),
  }
}
