import { toAttributes } from '../json/json-attributes.ts'
import type { JsonDataSet } from '../json/dicom-json.ts'
import type { Attributes, AttributeValue } from '../write/attributes.ts'

const requiredKeywords = (
  'PatientName PatientID PatientBirthDate PatientSex StudyDate StudyTime StudyID AccessionNumber ' +
  'ReferringPhysicianName'
).split(' ')
const optionalKeywords = (
  'IssuerOfPatientID OtherPatientIDsSequence PatientAge PatientWeight PatientSpeciesDescription ' +
  'PatientSpeciesCodeSequence PatientBreedDescription PatientBreedCodeSequence ' +
  'BreedRegistrationSequence PatientSexNeutered ResponsiblePerson ResponsiblePersonRole ' +
  'ResponsibleOrganization StudyInstanceUID StudyDescription TimezoneOffsetFromUTC'
).split(' ')
/** Required of an animal, even if they are unknown (PS3.3 C.7.1.1, type 2C). */
const animalKeywords = (
  'PatientBreedDescription PatientBreedCodeSequence BreedRegistrationSequence ' +
  'PatientSexNeutered ResponsiblePerson ResponsibleOrganization'
).split(' ')

/** Values that other programs refuse are written empty; dates of older standards have dots. */
const formats: Readonly<Record<string, RegExp>> = {
  PatientBirthDate: /^(?:19|20|18)\d{6}$/u,
  StudyDate: /^(?:19|20|18)\d{6}$/u,
  StudyTime: /^\d{2}(?:\d{2}(?:\d{2}(?:\.\d{1,6})?)?)?$/u,
  PatientAge: /^\d{3}[DWMY]$/u,
}

function toValidValue(keyword: string, value: AttributeValue): AttributeValue {
  const format = formats[keyword]
  if (!format || typeof value !== 'string') return value
  const compact =
    keyword === 'PatientAge' ? value : value.replaceAll(/[:]|\.(?=\d{2}(?:\D|$))/gu, '')
  return [value, compact].find((text) => format.test(text)) ?? ''
}

/**
 * The attributes of patient and study that an object shares with an image; the required ones are
 * written even if they are unknown. /
 */
export function copyPatientAndStudy(image: JsonDataSet): Attributes {
  const copied = toAttributes(image, [...requiredKeywords, ...optionalKeywords])
  const isAnimal =
    (copied['PatientSpeciesDescription'] ?? '') !== '' ||
    copied['PatientSpeciesCodeSequence'] !== undefined
  const empty = [...requiredKeywords, ...(isAnimal ? animalKeywords : [])].map(
    (keyword): [string, AttributeValue] => [keyword, keyword.endsWith('Sequence') ? [] : ''],
  )
  const valid = Object.entries(copied).map(([keyword, value]): [string, AttributeValue] => [
    keyword,
    toValidValue(keyword, value),
  ])
  return Object.fromEntries([
    ...empty,
    ...valid.filter(([keyword, value]) => keyword !== 'PatientAge' || value !== ''),
  ])
}
