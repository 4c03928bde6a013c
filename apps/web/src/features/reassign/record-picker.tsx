import { useDebouncedValue } from '@mantine/hooks'
import { formatPatientName, getSpeciesName } from '@talus/contract'
import type {
  ClinicId,
  OwnerId,
  OwnerSuggestion,
  PatientId,
  PatientSuggestion,
} from '@talus/contract'
import { collapseWhitespace } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ownerQueries } from '../../api/records/owner.ts'
import { patientQueries } from '../../api/records/patient.ts'
import { SpeciesIcon } from '../../ui/display/species-icon.tsx'
import { SuggestField } from '../../ui/inputs/suggest-field.tsx'
import styles from './reassign.module.css'

const debounceMs = 100

interface FieldState<Found> {
  readonly text: string
  readonly onText: (text: string) => void
  readonly searchText: string
  readonly found: readonly Found[]
  readonly isSettled: boolean
}

function useTypedText() {
  const [text, setText] = useState('')
  const searchText = collapseWhitespace(text)
  const [settled] = useDebouncedValue(searchText, debounceMs)
  return { text, setText, searchText, settled }
}

interface FoundFieldProps<Found> {
  readonly state: FieldState<Found>
  readonly label: string
  readonly placeholder: string
  readonly part: string
  readonly renderRow: (found: Found) => ReactNode
  readonly onPick: (found: Found) => void
}

function FoundField<Found extends { readonly id: number }>(props: FoundFieldProps<Found>) {
  const { state, label, placeholder, part, renderRow, onPick } = props
  const { t } = useTranslation()
  const isNothing = state.isSettled && state.searchText !== '' && state.found.length === 0
  return (
    <div className={styles.picker}>
      <p className={styles.pickerLabel} aria-hidden>
        {label}
      </p>
      <SuggestField
        part={part}
        isFirst
        label={label}
        placeholder={placeholder}
        text={state.text}
        onText={state.onText}
        isSettled={state.isSettled}
        summary={t('reassign:found', { count: state.found.length })}
        suggestions={state.found.map((one) => ({
          key: one.id,
          content: renderRow(one),
          onPick: () => {
            state.onText('')
            onPick(one)
          },
        }))}
      />
      {isNothing ? <p className={styles.hint}>{t('reassign:nothingFound')}</p> : null}
    </div>
  )
}

interface PatientPickerProps {
  readonly clinicId: ClinicId
  /** The animal that is not offered. */
  readonly exceptId: PatientId
  readonly label: string
  readonly onPick: (id: PatientId) => void
}

/** Finds an animal by its name, number or owner. */
export function PatientPicker({ clinicId, exceptId, label, onPick }: PatientPickerProps) {
  const { t } = useTranslation()
  const { text, setText, searchText, settled } = useTypedText()
  const query = useQuery(patientQueries.suggest(clinicId, settled))
  const found = searchText === '' ? [] : (query.data ?? []).filter(({ id }) => id !== exceptId)
  const isSettled = searchText === settled && !query.isPlaceholderData && !query.isPending
  return (
    <FoundField
      state={{ text, onText: setText, searchText, found, isSettled }}
      part="reassign-patient"
      label={label}
      placeholder={t('reassign:patientPlaceholder')}
      renderRow={(patient) => <PatientRow patient={patient} />}
      onPick={({ id }) => onPick(id)}
    />
  )
}

function PatientRow({ patient }: { readonly patient: PatientSuggestion }) {
  const { t } = useTranslation()
  const species = patient.speciesId === null ? undefined : getSpeciesName(patient.speciesId)
  const facts = [patient.owner, patient.birthDate, patient.patientId].filter(Boolean).join(' · ')
  return (
    <span className={styles.found}>
      {species ? <SpeciesIcon species={species} size="2xl" /> : null}
      <span className={styles.foundText}>
        <strong>
          {formatPatientName(t, patient.name, {
            number: patient.patientId,
            groups: patient.nameGroups,
          })}
        </strong>
        <small>{facts}</small>
      </span>
    </span>
  )
}

interface OwnerPickerProps {
  readonly clinicId: ClinicId
  readonly exceptId: OwnerId | null
  readonly label: string
  readonly onPick: (id: OwnerId) => void
}

/** Finds an owner by name, phone, e-mail or animal. */
export function OwnerPicker({ clinicId, exceptId, label, onPick }: OwnerPickerProps) {
  const { t } = useTranslation()
  const { text, setText, searchText, settled } = useTypedText()
  const query = useQuery(ownerQueries.suggest(clinicId, settled))
  const found = searchText === '' ? [] : (query.data ?? []).filter(({ id }) => id !== exceptId)
  const isSettled = searchText === settled && !query.isPlaceholderData && !query.isPending
  return (
    <FoundField
      state={{ text, onText: setText, searchText, found, isSettled }}
      part="reassign-owner"
      label={label}
      placeholder={t('reassign:ownerPlaceholder')}
      renderRow={(owner) => <OwnerRow owner={owner} />}
      onPick={({ id }) => onPick(id)}
    />
  )
}

function OwnerRow({ owner }: { readonly owner: OwnerSuggestion }) {
  const { t } = useTranslation()
  const animals = owner.animals.map((name) => formatPatientName(t, name)).join(', ')
  const facts = [owner.phone, owner.email, animals].filter(Boolean).join(' · ')
  return (
    <span className={styles.foundText}>
      <strong>{owner.name}</strong>
      <small>{facts}</small>
    </span>
  )
}
