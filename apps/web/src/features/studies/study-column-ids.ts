import type { ClinicType, Variant } from '@talus/contract'

export interface StudyColumnOptions {
  readonly clinicType: ClinicType
  readonly variant: Variant
  readonly timeZone: string
  /** Adds the column with the user, for the X-ray log. */
  readonly withUser?: boolean
}

/** Only veterinary clinics have owners; breed and species are shown in the local variant only. */
export const listStudyColumnIds = ({
  clinicType,
  variant,
  withUser,
}: Pick<StudyColumnOptions, 'clinicType' | 'variant' | 'withUser'>) => {
  const isVeterinary = clinicType === 'Veterinary'
  return [
    'patientId',
    'patientName',
    ...(isVeterinary ? (['owner'] as const) : []),
    ...(isVeterinary && variant === 'local' ? (['breed', 'species'] as const) : []),
    'studyDate',
    'modality',
    'images',
    'report',
    'deleted',
    ...(withUser ? (['user'] as const) : []),
  ] as const
}
