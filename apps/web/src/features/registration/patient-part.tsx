import { Skeleton } from '@mantine/core'
import { collapsed } from '@talus/contract'
import type { ClinicId, Patient, PatientId, PatientSuggestion } from '@talus/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SuggestField } from '../../ui/suggest-field.tsx'
import { PartHead } from './part-head.tsx'
import { PatientCard } from './patient-card.tsx'
import { patientQueries } from './registration.queries.ts'
import { useFind } from './use-find.tsx'
import styles from './registration.module.css'

interface PatientPartProps {
  readonly clinicId: ClinicId
  readonly patientId: PatientId | undefined
  readonly patient: Patient | undefined
  readonly today: string
  readonly onPick: (patientId: PatientId) => void
  readonly onNew: (typed: string) => void
  readonly onEdit: (patient: Patient) => void
}

/** A clinic for people: the patient is found and registered without an owner. */
export function PatientPart({ clinicId, patientId, patient, today, ...then }: PatientPartProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const find = useFind({
    searchedFor: collapsed,
    queryFor: (asked) => patientQueries.suggest(clinicId, asked),
    line: (patientFound) => <PatientLine patient={patientFound} />,
    onPick: ({ id }) => then.onPick(id),
    newLabel: (typed) =>
      typed === ''
        ? t('registration:patient.new')
        : t('registration:patient.newNamed', { text: typed }),
    onNew: then.onNew,
  })
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <PartHead
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
          run: find.startNew,
        }}
      />
      <SuggestField
        part="patient"
        label={t('registration:patient.find')}
        placeholder={t('registration:patient.placeholder')}
        {...find.field}
        summary={t('registration:patient.found', { count: find.count })}
      />
      {patient ? <PatientCard patient={patient} today={today} isVeterinary={false} /> : null}
      {patientId !== undefined && !patient ? <Skeleton height={56} /> : null}
      {patientId === undefined ? (
        <p className={styles.hint}>{t('registration:patient.none')}</p>
      ) : null}
    </section>
  )
}

function PatientLine({ patient }: { readonly patient: PatientSuggestion }) {
  const text = [patient.patientId, patient.birthDate].filter(Boolean).join(' · ')
  return (
    <span className={styles.line}>
      <span className={styles.lineName}>{patient.name}</span>
      <span className={styles.lineText}>{text}</span>
    </span>
  )
}
