/**
 * All enumerations of the specification. The spelling is intentionally that of the specification.
 */
export const variants = ['local', 'cloud'] as const
export const languages = ['en', 'fr'] as const
export const applicationTypes = ['Veterinary', 'Human'] as const
export const clinicTypes = applicationTypes
export const animalSizes = ['Small', 'Medium', 'Large'] as const
export const imageFormats = ['Jpg', 'Dcm'] as const
export const downloadTypes = ['JPEG', 'DICOM'] as const
export const activeStates = ['Inactive', 'Active'] as const
export const sexes = ['Male', 'Female'] as const
export const modalities = ['General', 'Dental', 'Unspecified'] as const
/** Imported studies may also be image stacks, which open in the CT viewer. */
export const studyModalities = [...modalities, 'CT', 'MR'] as const
export const studyStatuses = [
  'Draft',
  'Available',
  'Assigned',
  'WaitForMoreInfo',
  'Finalized',
  'Cancelled',
] as const
export const healthLevels = ['Ok', 'Warn', 'Error'] as const
export const connectionTypes = ['Disconnected', 'Usb', 'Ethernet', 'Wifi'] as const
export const sensorModels = [
  'Unknown',
  'Ez',
  'Hdr500',
  'Hdr600',
  'CR1500CW',
  'CR1500L',
  'CR1500P',
  'CR1800L',
] as const
export const sensorStates = [
  'NotAvailable',
  'Ready',
  'PreparingSensor',
  'WaitingForRadiation',
  'RadiationReceived',
  'LoadingImage',
  'PostAcquisitionCleanup',
] as const
export const generatorKeys = ['mx', 'ms', 'ma', 'kv', 'ex', 'pw', 'fo', 'ws'] as const
/** Why an instance of an image was replaced by another one. */
export const replacementReasons = [
  'annotation',
  'processing',
  'identity',
  'replacement',
  /** A replacement in the conflict tray was undone. */
  'undone',
] as const
export type ReplacementReason = (typeof replacementReasons)[number]

export const rejectionReasons = [
  'Wrong Annotations',
  'Wrong Technique',
  'Over-Exposure',
  'Low Exposure',
  'Bad Colimation',
  'Bad Image',
  'Low Quality',
] as const

/** The database id of a species is its index here plus one. */
export const species = ['Canine', 'Feline', 'Equine'] as const
export const generalBodyParts = [
  'Skull',
  'Cervical',
  'Scapula',
  'Chest',
  'Front Legs',
  'Abdomen',
  'Back Legs',
  'Vertebrae',
  'Sacral Vertebrae',
  'Caudal Vertebrae',
] as const
export const equineFrontLegParts = [
  'Left Forefoot',
  'Right Forefoot',
  'Left Carpus',
  'Right Carpus',
  'Left Front Fetlock',
  'Right Front Fetlock',
  'Left Navicular of Forelimb',
  'Right Navicular of Forelimb',
] as const
export const equineBackLegParts = [
  'Left Stifle',
  'Right Stifle',
  'Left Hind Fetlock',
  'Right Hind Fetlock',
  'Left Tarsus',
  'Right Tarsus',
] as const
/**
 * The refinements of a limb that name its side. A dog and a cat have these joints; every species
 * has the whole leg, so that the side of an image between two joints can be stated.
 */
export const smallAnimalFrontLegParts = [
  'Left Front Leg',
  'Right Front Leg',
  'Left Shoulder',
  'Right Shoulder',
  'Left Elbow',
  'Right Elbow',
  'Left Carpus',
  'Right Carpus',
] as const
export const smallAnimalBackLegParts = [
  'Left Back Leg',
  'Right Back Leg',
  'Left Hip',
  'Right Hip',
  'Left Stifle',
  'Right Stifle',
  'Left Tarsus',
  'Right Tarsus',
] as const
export const scapulaParts = ['Left Scapula', 'Right Scapula'] as const
export const smallAnimalViews = ['VD', 'DV', 'LAT'] as const
export const equineViews = [
  ...smallAnimalViews,
  'LM',
  'DLMPO',
  'DMPLO',
  'DP',
  'PA',
  'PA55PR_PADIO',
  'D65PR_PADIO',
  'CD30L_CRMO',
] as const
/**
 * Views beyond the lists of the specification: laterals of the trunk with the side on which the
 * animal lies, and the projections of small limbs. LAT without a side is read but not offered.
 */
export const sidedViews = ['RLAT', 'LLAT', 'ML', 'CRCD', 'CDCR'] as const

/** The faults of an image that a radiologist can name in a consult case. */
export const imageFaults = ['position', 'exposure', 'collimation', 'motion'] as const
export const caseModalities = ['XRay', 'CT', 'UltraSound'] as const
export const casePriorities = ['24 Hours', '6 Hours', 'Urgent'] as const
export const weightUnits = ['Lb', 'Kg'] as const
export const yesNo = ['Yes', 'No'] as const
/** The numbers are the contract; they are the indices of `studyStatuses`, which has other names. */
export const caseStatus = {
  draft: 0,
  available: 1,
  assigned: 2,
  waiting: 3,
  finalized: 4,
  cancelled: 5,
} as const

export const permissionFlags = [
  'report',
  'advancedTools',
  'dicomForms',
  'bulkDownload',
  'doctorCase',
  'radiologistCase',
  'clinicAdmin',
  'superAdmin',
  'contractSuperAdmin',
  'operator',
  'root',
] as const

export type Variant = (typeof variants)[number]
export type Language = (typeof languages)[number]
export type ClinicType = (typeof clinicTypes)[number]
export type ActiveState = (typeof activeStates)[number]
export type Species = (typeof species)[number]
export type StudyModality = (typeof studyModalities)[number]
export type PermissionFlag = (typeof permissionFlags)[number]

export const isLanguage = (text: string | undefined): text is Language =>
  languages.some((language) => language === text)

/** The first supported language of an Accept-Language header; English if it names none. */
export const parseAcceptLanguage = (header: string | undefined): Language =>
  (header ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find(isLanguage) ?? 'en'

/**
 * A received file names a species that the product does not list, or a word that is not understood.
 * Records of animals never have it.
 */
export const otherSpeciesId = 0
export const getSpeciesName = (speciesId: number): Species | undefined => species[speciesId - 1]
export const getSpeciesId = (name: Species): number => species.indexOf(name) + 1
