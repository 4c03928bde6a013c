import { formatPatientName, getSpeciesName } from '@talus/contract'
import type { Patient } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useAge } from './use-age.ts'
import { useBreedName } from './use-breed-name.ts'
import { useSubjectLabels } from './use-subject-labels.ts'
import styles from '../registration.module.css'

interface PatientCardProps {
  readonly patient: Patient
  readonly today: string
  readonly isVeterinary: boolean
  /** Name and age are shown on the selected card above. */
  readonly isListed?: boolean
}

/** Shows the known data of the patient; empty values are omitted. */
export function PatientCard({ patient, today, isVeterinary, isListed }: PatientCardProps) {
  const { t } = useTranslation()
  const age = useAge(today)
  const breedName = useBreedName()
  const kind = patient.speciesId === null ? undefined : getSpeciesName(patient.speciesId)
  const { sexes } = useSubjectLabels(isVeterinary)
  const sex = [
    patient.sex && sexes[patient.sex],
    isVeterinary &&
      patient.neutered &&
      t(`registration:animal.neuteredAs.${patient.sex ?? 'unknown'}`),
  ]
  const born = [patient.birthDate, !isListed && age(patient.birthDate)]
  const facts: readonly (readonly [label: string, value: string])[] = [
    [
      t('registration:animal.name'),
      isListed ? '' : formatPatientName(t, patient.name, { number: patient.patientId }),
    ],
    [t('registration:animal.patientId'), patient.patientId],
    [t('registration:animal.species'), kind ? t(`studies:species.${kind}`) : ''],
    [t('registration:animal.breed'), breedName(patient.breedId) ?? ''],
    [t('registration:animal.sex'), sex.filter(Boolean).join(', ')],
    [t('registration:animal.birthDate'), born.filter(Boolean).join(' · ')],
    [t('registration:animal.accessionCode'), patient.accessionCode],
    [t('registration:animal.description'), patient.description],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) =>
        value === '' ? null : (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
