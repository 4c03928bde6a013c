import { speciesEntries } from '@talus/anatomy'
import { collapseWhitespace, getSpeciesName } from '@talus/contract'
import type { ClinicType, ImageMetadata } from '@talus/contract'
import { createGroupedName } from '@talus/dicom'
import { cleanName, formatPersonName, isUnnamed, parsePatientAndOwner } from './person-names.ts'
import { parseSpeciesText } from './species-text.ts'

/** Patient and owner of an image according to the records of the clinic. */
export interface RecordedIdentity {
  readonly clinicType: ClinicType
  readonly patientName: string
  readonly patientNumber: string
  readonly speciesId: number | null
  readonly ownerName: string | null
  readonly patientGroups?: string | null
  readonly ownerGroups?: string | null
}

type IdentityValues = Pick<
  ImageMetadata,
  'PatientName' | 'PatientID' | 'ResponsiblePerson' | 'PatientSpeciesDescription'
>

/** The spelling counts, because it may be what was corrected. */
const isSameText = (one: string, other: string) =>
  collapseWhitespace(one).normalize() === collapseWhitespace(other).normalize()
/** A name of a file was shortened when it was parsed, so that of the record is too. */
const isSamePerson = (inFile: string, recorded: string) => isSameText(inFile, cleanName(recorded))

/** The record of a patient whose file has no name is called "Unnamed". */
const isPlaceholder = (inFile: string, { patientName, patientNumber }: RecordedIdentity) =>
  inFile === '' && isUnnamed(patientName, patientNumber)

/**
 * Replaces the identifying values of a file that the records contradict: a patient or an owner may
 * have been corrected since the exposure. Other values stay as they are in the file, because
 * systems write the same names in different ways.
 */
export function applyRecordedIdentity<Values extends IdentityValues>(
  inFile: Values,
  recorded: RecordedIdentity,
): Values {
  const { patientNumber } = recorded
  const names =
    recorded.clinicType === 'Human'
      ? selectHumanName(inFile, recorded)
      : selectAnimalNames(inFile, recorded)
  const PatientID = isSameText(inFile.PatientID, patientNumber) ? inFile.PatientID : patientNumber
  return { ...inFile, ...names, PatientID }
}

const toOwnName = ({ patientName, patientGroups }: RecordedIdentity) => ({
  name: patientName,
  groups: patientGroups,
})

function selectHumanName({ PatientName }: IdentityValues, recorded: RecordedIdentity) {
  const name = formatPersonName(PatientName)
  const isSame = isSamePerson(name, recorded.patientName) || isPlaceholder(name, recorded)
  return isSame ? {} : { PatientName: createGroupedName(toOwnName(recorded)) }
}

function selectAnimalNames(inFile: IdentityValues, recorded: RecordedIdentity) {
  const { PatientName, ResponsiblePerson, PatientSpeciesDescription } = inFile
  const names = parsePatientAndOwner(PatientName, ResponsiblePerson)
  const owner = recorded.ownerName ?? ''
  const ownerName = { name: owner, groups: recorded.ownerGroups }
  const isWithoutName = isPlaceholder(names.patient, recorded)
  const isSamePatient = isSamePerson(names.patient, recorded.patientName) || isWithoutName
  const isSameOwner = isSamePerson(names.owner, owner)
  // Some systems write the name of the animal alone. It leaves with its owner, as in the images that
  // were captured here: a receiver would otherwise show one animal under two names.
  const hasOwnerInName = parsePatientAndOwner(PatientName, '').owner !== ''
  const isSameForm = hasOwnerInName ? isSameOwner : owner === '' || isWithoutName
  const kind = recorded.speciesId === null ? undefined : getSpeciesName(recorded.speciesId)
  // A species that is not recorded contradicts nothing.
  const isSameSpecies = !kind || parseSpeciesText(PatientSpeciesDescription) === kind
  return {
    ...(isSamePatient && isSameForm
      ? {}
      : { PatientName: createGroupedName(ownerName, toOwnName(recorded)) }),
    ...(isSameOwner ? {} : { ResponsiblePerson: createGroupedName(ownerName) }),
    ...(isSameSpecies ? {} : { PatientSpeciesDescription: speciesEntries[kind].dicomDescription }),
  }
}
