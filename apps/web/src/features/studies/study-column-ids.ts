import type { ClinicType, Variant } from '@talus/contract'

export interface StudyPlace {
  readonly clinicType: ClinicType
  readonly variant: Variant
  readonly timeZone: string
  /** The X-ray log says who made a study. */
  readonly withUser?: boolean
}

/** Owners belong to animals; breed and species are asked for where the animal is registered. */
export const studyColumnIds = ({
  clinicType,
  variant,
  withUser,
}: Pick<StudyPlace, 'clinicType' | 'variant' | 'withUser'>) => {
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
