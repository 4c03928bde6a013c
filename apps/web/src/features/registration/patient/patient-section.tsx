import { Skeleton } from '@mantine/core'
import { collapseWhitespace, formatPatientName } from '@talus/contract'
import type { ClinicId, Patient, PatientId, PatientSuggestion } from '@talus/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SuggestField } from '../../../ui/inputs/suggest-field.tsx'
import { SectionHead } from '../section-head.tsx'
import { PatientCard } from './patient-card.tsx'
import { patientQueries } from '../../../api/records/patient.ts'
import { useRecordSearch } from '../use-record-search.tsx'
import styles from '../registration.module.css'

interface PatientSectionProps {
  readonly clinicId: ClinicId
  readonly patientId: PatientId | undefined
  readonly patient: Patient | undefined
  readonly today: string
  readonly onPick: (patientId: PatientId) => void
  readonly onNew: (typed: string) => void
  readonly onEdit: (patient: Patient) => void
}

/** For clinics for human patients: the patient is found and registered without an owner. */
export function PatientSection({
  clinicId,
  patientId,
  patient,
  today,
  ...then
}: PatientSectionProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const search = useRecordSearch({
    toSearchText: collapseWhitespace,
    queryFor: (searchText) => patientQueries.suggest(clinicId, searchText),
    renderRow: (patientFound) => <PatientRow patient={patientFound} />,
    onPick: ({ id }) => then.onPick(id),
    newLabel: (typed) =>
      typed === ''
        ? t('registration:patient.new')
        : t('registration:patient.newNamed', { text: typed }),
    onNew: then.onNew,
  })
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <SectionHead
        id={titleId}
        title={t('registration:patient.title')}
        edit={{
          name: t('registration:patient.edit'),
          reason: patient ? undefined : t('registration:patient.selectFirst'),
          run: () => patient && then.onEdit(patient),
        }}
        add={{
          name: t('registration:patient.add'),
          reason: undefined,
          run: search.startNew,
        }}
      />
      <SuggestField
        part="patient"
        label={t('registration:patient.find')}
        placeholder={t('registration:patient.placeholder')}
        {...search.field}
        summary={t('registration:patient.found', { count: search.count })}
      />
      {patient ? <PatientCard patient={patient} today={today} isVeterinary={false} /> : null}
      {patientId !== undefined && !patient ? <Skeleton height={56} /> : null}
      {patientId === undefined ? (
        <p className={styles.hint}>{t('registration:patient.none')}</p>
      ) : null}
    </section>
  )
}

function PatientRow({ patient }: { readonly patient: PatientSuggestion }) {
  const { t } = useTranslation()
  const { patientId: number, nameGroups: groups } = patient
  const text = [number, patient.birthDate].filter(Boolean).join(' · ')
  return (
    <span className={styles.line}>
      <span className={styles.lineName}>
        {formatPatientName(t, patient.name, { number, groups })}
      </span>
      <span className={styles.lineText}>{text}</span>
    </span>
  )
}
