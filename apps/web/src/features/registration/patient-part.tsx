import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { collapsed } from '@talus/contract'
import type { ClinicId, Patient, PatientId, PatientSuggestion } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SuggestField } from '../../ui/suggest-field.tsx'
import { PartHead } from './part-head.tsx'
import { PatientCard } from './patient-card.tsx'
import { patientQueries } from './registration.queries.ts'
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

const typingMs = 100

/** A clinic for people: the patient is found and registered without an owner. */
export function PatientPart({ clinicId, patientId, patient, today, ...then }: PatientPartProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const [text, setText] = useState('')
  const asked = collapsed(text)
  const [settled] = useDebouncedValue(asked, typingMs)
  const query = useQuery(patientQueries.suggest(clinicId, settled))
  const found = settled === '' || asked === '' ? [] : (query.data ?? [])
  const isAnswered = query.isError || (query.isSuccess && !query.isPlaceholderData)
  const isSettled = asked === settled && (asked === '' || isAnswered)

  const suggestions = [
    ...found.map((suggestion) => ({
      key: suggestion.id,
      content: <PatientLine patient={suggestion} />,
      onPick: () => {
        setText('')
        then.onPick(suggestion.id)
      },
    })),
    ...(isSettled
      ? [
          {
            key: 'new',
            isExtra: true,
            content: (
              <>
                <IconUserPlus size={20} stroke={1.5} aria-hidden />
                {asked === ''
                  ? t('registration:patient.new')
                  : t('registration:patient.newNamed', { text: asked })}
              </>
            ),
            onPick: () => {
              setText('')
              then.onNew(asked)
            },
          },
        ]
      : []),
  ]
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
          run: () => {
            setText('')
            then.onNew(asked)
          },
        }}
      />
      <SuggestField
        part="patient"
        label={t('registration:patient.find')}
        placeholder={t('registration:patient.placeholder')}
        text={text}
        onText={setText}
        suggestions={suggestions}
        isSettled={isSettled}
        summary={t('registration:patient.found', { count: found.length })}
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
