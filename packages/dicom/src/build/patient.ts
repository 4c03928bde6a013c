import { breeds, speciesEntries } from '@talus/anatomy'
import type { Attributes } from '../write/attributes.ts'
import { createGroupedName } from '../write/text.ts'
import { createSnomedItem } from './codes.ts'
import type { AnimalPatient, ClinicInput, PatientInput } from './inputs.ts'
import { formatAge, toDicomDate } from './times.ts'

const sexes = { Male: 'M', Female: 'F' } as const
const unknownSpecies = 'Unknown'

function createBreedAttributes({ species, breed }: AnimalPatient): Attributes {
  const known = breeds.find(({ name, species: kind }) => name === breed && kind === species)
  const hasCode = known !== undefined && known.code !== null
  return {
    PatientBreedDescription: breed ?? '',
    PatientBreedCodeSequence: hasCode
      ? [createSnomedItem({ value: known.code, meaning: known.name })]
      : [],
    // Registration with a kennel club or stud book is not recorded.
    BreedRegistrationSequence: [],
  }
}

/** Required if the patient is an animal (PS3.3 C.7.1.1), empty if unknown. */
function createAnimalAttributes(patient: AnimalPatient, clinic: ClinicInput): Attributes {
  const { species, owner, ownerGroups, microchip } = patient
  const entry = species && speciesEntries[species]
  const isOwned = owner !== undefined && owner !== null && owner.trim() !== ''
  return {
    PatientSpeciesDescription: entry ? entry.dicomDescription : unknownSpecies,
    // Unlike the breed code sequence it must not be empty.
    PatientSpeciesCodeSequence: entry ? [createSnomedItem(entry.code)] : undefined,
    ...createBreedAttributes(patient),
    ResponsiblePerson: isOwned ? createGroupedName({ name: owner, groups: ownerGroups }) : '',
    ResponsiblePersonRole: isOwned ? 'OWNER' : undefined,
    ResponsibleOrganization: clinic.isShelter ? clinic.name : '',
    OtherPatientIDsSequence: microchip
      ? [{ PatientID: microchip, TypeOfPatientID: 'RFID' }]
      : undefined,
  }
}

const formatNeutered = (isNeutered: boolean | null | undefined) => {
  if (isNeutered === null || isNeutered === undefined) return ''
  return isNeutered ? 'ALTERED' : 'UNALTERED'
}

/**
 * PS3.3 C.7.1.1.1.1: the name of an animal is the responsible person or organization, then its own.
 */
function createPatientName(patient: PatientInput, clinic: ClinicInput): string {
  const own = { name: patient.name, groups: patient.nameGroups }
  if (patient.kind === 'human') return createGroupedName(own)
  const owner = patient.owner?.trim() ?? ''
  const responsible = owner === '' && clinic.isShelter ? clinic.name : owner
  return createGroupedName({ name: responsible, groups: patient.ownerGroups }, own)
}

/** The modules Patient and Patient Study. */
export function createPatientAttributes(
  patient: PatientInput,
  clinic: ClinicInput,
  studyDate: string,
): Attributes {
  const { sex, birthDate, weightKg, comments } = patient
  const isAnimal = patient.kind === 'animal'
  return {
    PatientName: createPatientName(patient, clinic),
    PatientID: patient.patientId,
    PatientBirthDate: birthDate ? toDicomDate(birthDate) : '',
    PatientSex: sex ? sexes[sex] : '',
    PatientComments: comments || undefined,
    PatientAge: birthDate ? formatAge(birthDate, studyDate) : undefined,
    PatientWeight: weightKg ?? undefined,
    ...(isAnimal ? createAnimalAttributes(patient, clinic) : {}),
    PatientSexNeutered: isAnimal ? formatNeutered(patient.isNeutered) : undefined,
  }
}
