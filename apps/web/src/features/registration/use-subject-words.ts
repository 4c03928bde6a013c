import { useTranslation } from 'react-i18next'

/** What is examined goes by other words in a clinic for people. */
export function useSubjectWords(isVeterinary: boolean) {
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
