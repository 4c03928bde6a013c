import { findOtherIdentity, formatPatientName, getSpeciesName } from '@talus/contract'
import type { RegisteredPatient, TypedIdentity } from '@talus/contract'
import type { TFunction } from 'i18next'

const toSex = (sex: boolean | null) => (sex === null ? null : sex ? 'Male' : 'Female')

/** A line with both values for each field in which a request names another animal. */
export function listOtherIdentity(
  t: TFunction,
  typed: TypedIdentity,
  registered: RegisteredPatient,
): readonly string[] {
  const formatValues = (animal: Omit<RegisteredPatient, 'patientId'>) => {
    const species = animal.speciesId === null ? undefined : getSpeciesName(animal.speciesId)
    return {
      patientName: formatPatientName(t, animal.name),
      speciesId: species === undefined ? '' : t(`cases:species.${species}`),
      sex: animal.sex === null ? '' : t(`cases:sex.${animal.sex === 'Male' ? 'male' : 'female'}`),
      birthDate: animal.birthDate ?? '',
    }
  }
  const own = formatValues({ ...typed, name: typed.patientName, sex: toSex(typed.sex) })
  const other = formatValues(registered)
  return findOtherIdentity(typed, registered).map((field) =>
    t('cases:identity.line', {
      field: t(`cases:identity.field.${field}`),
      typed: own[field],
      registered: other[field],
    }),
  )
}
