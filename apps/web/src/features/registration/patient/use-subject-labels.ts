import { useTranslation } from 'react-i18next'

/**
 * The labels for the patient, which differ between veterinary clinics and clinics for human
 * patients.
 */
export function useSubjectLabels(isVeterinary: boolean) {
  const { t } = useTranslation()
  return isVeterinary
    ? {
        create: t('registration:animal.new'),
        edit: t('registration:animal.edit'),
        form: t('registration:animal.form'),
        sexes: {
          Male: t('registration:animal.sexes.Male'),
          Female: t('registration:animal.sexes.Female'),
          unknown: t('registration:animal.sexes.unknown'),
        },
      }
    : {
        create: t('registration:patient.new'),
        edit: t('registration:patient.edit'),
        form: t('registration:patient.form'),
        sexes: {
          Male: t('registration:patient.sexes.Male'),
          Female: t('registration:patient.sexes.Female'),
          unknown: t('registration:patient.sexes.unknown'),
        },
      }
}
