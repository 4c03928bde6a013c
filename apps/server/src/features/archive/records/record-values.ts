import { createHash } from 'node:crypto'
import { parseDicomAnatomy, speciesEntries } from '@talus/anatomy'
import {
  collapseWhitespace,
  getSpeciesId,
  otherSpeciesId,
  refuse,
  removeInvisible,
  species,
} from '@talus/contract'
import type { ClinicType, Day, Instant, Species, StudyModality } from '@talus/contract'
import { isUid } from '@talus/dicom'
import type { StudyDescription } from '@talus/dicom'
import type { FileSummary } from '../../../workers/index.ts'
import {
  formatPersonName,
  isGeneratedName,
  isGeneratedNumber,
  namesOtherSpecies,
  parseNameGroups,
  parsePatientAndOwner,
  parseSpeciesText,
} from '../../images/index.ts'
import { parseDicomDate, toInstant } from './dicom-time.ts'
import { readExposure } from './exposure.ts'

/** The values of the rows of a file, as far as its attributes provide them. */
export type RecordValues = ReturnType<typeof toRecordValues>

export interface RecordClinic {
  readonly clinicType: ClinicType
  readonly timeZone: string
}

const textMax = 255
const truncate = (text: string) => Array.from(collapseWhitespace(text)).slice(0, textMax).join('')

/**
 * A backslash separates values in DICOM, so that a number with one could not be written as it is.
 * Invisible characters would make two numbers that look the same. A number that is longer than a text
 * of the records ends with a mark, which shows that it is not whole; the file keeps all of it.
 */
export function toNumber(text: string): string {
  const number = collapseWhitespace(removeInvisible(text).replaceAll('\\', '/'))
  const characters = Array.from(number)
  if (characters.length <= textMax) return number
  // Animals whose numbers have a long beginning in common would otherwise become one.
  const mark = `… #${createHash('sha256').update(number).digest('hex').slice(0, 16)}`
  return characters.slice(0, textMax - mark.length).join('') + mark
}

export function toRecordValues(reading: FileSummary, clinic: RecordClinic, now: Date) {
  const { identity, description } = reading
  const createdOn = parseTimes(reading, clinic.timeZone, now)
  const kind = clinic.clinicType === 'Human' ? undefined : parseSpecies(description)
  return {
    patient: toPatientValues(reading, clinic, kind),
    study: {
      studyInstanceUID: checkUid(identity.studyInstanceUid, 'StudyInstanceUID'),
      createdOn: createdOn.study,
      modality: toStudyModality(identity.modality),
      accessionNumber: truncate(description.accessionNumber),
      description: truncate(identity.studyDescription),
      dicomStudyId: truncate(description.studyId),
      referringPhysician: truncate(description.referringPhysician),
    },
    series: {
      seriesInstanceUID: checkUid(identity.seriesInstanceUid, 'SeriesInstanceUID'),
      modality: truncate(identity.modality),
      seriesNumber: toInteger(identity.seriesNumber),
      description: truncate(identity.seriesDescription),
      bodyPart: truncate(identity.bodyPart),
      laterality: truncate(identity.laterality),
      startedOn: createdOn.series,
    },
    image: {
      ...toImageValues(reading, kind),
      sopInstanceUID: checkUid(identity.sopInstanceUid, 'SOPInstanceUID'),
      createdOn: createdOn.image,
    },
    exposure: readExposure(description),
  }
}

/** Refused rather than generated: the UIDs identify the file here and in every other system. */
const checkUid = (text: string, attribute: string) =>
  isUid(text) ? text : refuse('import/no-uid', { values: { attribute } })

/** The largest value of an integer column in both databases. */
const integerMax = 2 ** 31 - 1
const toInteger = (value: number | undefined) =>
  value !== undefined && Math.abs(value) <= integerMax ? Math.trunc(value) : null

function parseTimes({ identity, description }: FileSummary, timeZone: string, now: Date) {
  const { timezoneOffset } = description
  const at = (date: string, time: string): Instant | undefined => {
    const instant = toInstant({ date, time, timezoneOffset }, timeZone)
    // A clock that is fast would sort the study above all others for years.
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

export interface PatientValues {
  /** The patient ID of the sender; empty if there is none. */
  readonly number: string
  readonly issuer: string
  readonly name: string
  readonly owner: string
  /** The names in other writings. */
  readonly groups: { readonly patient: string; readonly owner: string }
  /** `otherSpeciesId` for a word that is none of the species of the product. */
  readonly speciesId: number | null
  readonly breed: { readonly code: string; readonly name: string }
  readonly sex: 'Male' | 'Female' | null
  readonly neutered: boolean
  readonly birthDate: Day | null
}

function toPatientValues(
  { identity, description }: FileSummary,
  { clinicType }: RecordClinic,
  kind: Species | undefined,
): PatientValues {
  const names =
    clinicType === 'Human'
      ? { patient: formatPersonName(identity.patientName), owner: '' }
      : parsePatientAndOwner(identity.patientName, description.responsiblePerson)
  const stated = toNumber(identity.patientId)
  // Another animal may have that ID in every other clinic: the file is one without an ID.
  const number = isGeneratedNumber(stated) ? '' : stated
  const isNameless = number === '' && isGeneratedName(names.patient)
  return {
    number,
    issuer: number === stated ? truncate(description.issuerOfPatientId) : '',
    name: isNameless ? '' : names.patient,
    owner:
      names.owner || (clinicType === 'Human' ? '' : truncate(description.responsibleOrganization)),
    groups: parseNameGroups(
      identity.patientName,
      description.responsiblePerson,
      clinicType === 'Human',
    ),
    speciesId: clinicType === 'Human' ? null : findSpeciesId(description, kind),
    breed: {
      code: description.breedCode?.value ?? '',
      name: description.breedDescription || (description.breedCode?.meaning ?? ''),
    },
    sex: sexes.get(description.sex.toUpperCase()) ?? null,
    neutered: description.sexNeutered.toUpperCase() === 'ALTERED',
    birthDate: parseDicomDate(description.birthDate) ?? null,
  }
}

const sexes = new Map([
  ['M', 'Male'],
  ['F', 'Female'],
] as const) as ReadonlyMap<string, 'Male' | 'Female'>

function parseSpecies({ speciesCode, speciesDescription }: StudyDescription): Species | undefined {
  const byCode = species.find((kind) => speciesEntries[kind].code.value === speciesCode?.value)
  if (byCode) return byCode
  return parseSpeciesText(formatSpecies(speciesDescription, speciesCode))
}

const formatSpecies = (text: string, code: StudyDescription['speciesCode']) =>
  `${text} ${code?.meaning ?? ''}`

function findSpeciesId(
  { speciesCode, speciesDescription }: StudyDescription,
  kind: Species | undefined,
): number | null {
  if (kind !== undefined) return getSpeciesId(kind)
  return namesOtherSpecies(formatSpecies(speciesDescription, speciesCode)) ? otherSpeciesId : null
}

/** The comment in the file of an image of which the sensor sent a part only. */
export const incompleteComment = 'The sensor sent a part of this image only.'

const general = new Set(['DX', 'CR', 'RG', 'DR', 'RF', 'XA', 'MG'])
const dental = new Set(['IO', 'PX'])

function toStudyModality(modality: string): StudyModality {
  if (modality === 'CT' || modality === 'MR') return modality
  if (dental.has(modality)) return 'Dental'
  return general.has(modality) ? 'General' : 'Unspecified'
}

function toImageValues(
  { identity, description, transferSyntaxUid, hasPixels, lacksPixels }: FileSummary,
  kind?: Species,
) {
  const { bodyPart, view } = parseDicomAnatomy(
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
    modality: toStudyModality(identity.modality),
    bodyPart: truncate(bodyPart),
    bodyPartView: truncate(view),
    sopClassUID: isUid(identity.sopClassUid) ? identity.sopClassUid : '',
    transferSyntaxUID: transferSyntaxUid,
    hasPixels,
    instanceNumber: toInteger(identity.instanceNumber),
    rows: toInteger(description.rows),
    columns: toInteger(description.columns),
    frames: Math.max(1, toInteger(description.frames) ?? 1),
    isIncomplete: lacksPixels || description.partialViewDescription === incompleteComment,
    sensor: truncate(description.detectorId || maker || description.stationName),
  }
}
