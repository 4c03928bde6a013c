import { useDebouncedValue } from '@mantine/hooks'
import {
  collapseWhitespace,
  formatPatientName,
  getSpeciesName,
  isTrayDecisionRemembered,
} from '@talus/contract'
import type { ClinicId, PatientId, PatientSuggestion, TrayGroup } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordMutation } from '../../api/records/mutation.ts'
import { patientQueries } from '../../api/records/patient.ts'
import { trayMutations } from '../../api/records/tray.ts'
import { ActionForm } from '../../ui/form/action-form.tsx'
import { ChoiceCards } from '../../ui/inputs/choice-cards.tsx'
import { SuggestField } from '../../ui/inputs/suggest-field.tsx'
import { modals } from '../../ui/modals/modal-store.ts'
import { formatName } from './tray-list.tsx'
import type { ShowDone } from './undo-decision.ts'
import { useDecision } from './use-decision.ts'
import styles from './tray.module.css'

interface AssignProps {
  readonly group: TrayGroup
  readonly clinicId: ClinicId
  readonly showDone: ShowDone
}

export function openAssignDialog(props: AssignProps) {
  const id = modals.open({
    title: i18next.t('tray:assign.title'),
    size: 560,
    body: <AssignDialog {...props} onClose={() => id !== undefined && modals.close(id)} />,
  })
}

type Animal = Pick<
  PatientSuggestion,
  'id' | 'name' | 'patientId' | 'birthDate' | 'speciesId' | 'owner'
>

/** The animal on file is offered but not chosen: choosing it must be a decision. */
function AssignDialog({
  group,
  clinicId,
  showDone,
  onClose,
}: AssignProps & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { record, entryIds, claim } = group
  const isRemembered = isTrayDecisionRemembered({
    reason: group.reason,
    patientId: claim.patientId,
  })
  const isAmong = group.reason === 'several-patients'
  const onFile = record?.isActive && !isAmong ? [{ ...record, id: record.patientDatabaseId }] : []
  const [found, setFound] = useState<Animal>()
  const [chosenId, setChosenId] = useState<PatientId>()
  const animals: readonly Animal[] = [
    ...onFile,
    ...(found && found.id !== record?.patientDatabaseId ? [found] : []),
  ]
  const chosen = animals.find(({ id }) => id === chosenId)
  const decide = useRecordMutation(trayMutations.decide)
  const action = useDecision(async () => {
    if (!chosen) return
    const { decidedOn } = await decide({
      body: { entryIds, decision: 'assign', patientDatabaseId: chosen.id },
    })
    showDone(t('tray:done.assign', { name: formatPatientName(t, chosen.name) }), {
      entryIds,
      decidedOn,
    })
    onClose()
  })
  return (
    <ActionForm
      label={t('tray:assign.title')}
      actionLabel={t('tray:assign.choose')}
      reason={chosen ? undefined : t('tray:assign.none')}
      {...action}
      onCancel={onClose}
    >
      <p className={styles.dialogText}>
        {t('tray:assign.arrived')}{' '}
        <strong>
          {[formatName(t, group), claim.patientId, claim.owner].filter(Boolean).join(' · ')}
        </strong>
      </p>
      <p className={styles.dialogText}>{t('tray:assign.text', { count: entryIds.length })}</p>
      {animals.length === 0 ? null : (
        <ChoiceCards
          label={t('tray:assign.chosen')}
          value={chosenId === undefined ? undefined : String(chosenId)}
          onChoose={(value) => setChosenId(animals.find(({ id }) => String(id) === value)?.id)}
          cards={animals.map((animal) => ({
            value: String(animal.id),
            content: <AnimalText animal={animal} isOnFile={animal !== found} />,
          }))}
        />
      )}
      <AnimalSearch
        clinicId={clinicId}
        firstText={isAmong ? claim.name : ''}
        onPick={(animal) => {
          setFound(animal)
          setChosenId(animal.id)
        }}
      />
      {chosen && isRemembered ? (
        <p className={styles.dialogText} role="note">
          {t('tray:assign.remembered', {
            name: formatPatientName(t, chosen.name),
            claim: [claim.patientId, claim.name].filter(Boolean).join(', '),
          })}
        </p>
      ) : null}
    </ActionForm>
  )
}

interface AnimalTextProps {
  readonly animal: Animal
  readonly isOnFile?: boolean
}

function AnimalText({ animal, isOnFile = false }: AnimalTextProps) {
  const { t } = useTranslation()
  const species = animal.speciesId === null ? undefined : getSpeciesName(animal.speciesId)
  const facts = [
    animal.patientId,
    animal.owner,
    animal.birthDate,
    species && t(`studies:species.${species}`),
  ]
  return (
    <span className={styles.animal}>
      <strong>{formatPatientName(t, animal.name, { number: animal.patientId })}</strong>
      <span>{facts.filter(Boolean).join(' · ')}</span>
      {isOnFile ? <span>{t('tray:assign.onFile')}</span> : null}
    </span>
  )
}

const debounceMs = 100

interface AnimalSearchProps {
  readonly clinicId: ClinicId
  readonly firstText: string
  readonly onPick: (animal: Animal) => void
}

function AnimalSearch({ clinicId, firstText, onPick }: AnimalSearchProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(firstText)
  const searchText = collapseWhitespace(text)
  const [settled] = useDebouncedValue(searchText, debounceMs)
  const { data, isPlaceholderData } = useQuery(patientQueries.suggest(clinicId, settled))
  const found = settled === '' || searchText === '' ? [] : (data ?? [])
  return (
    <SuggestField
      part="animal"
      label={t('tray:assign.find')}
      placeholder={t('tray:assign.placeholder')}
      text={text}
      onText={setText}
      isSettled={searchText === settled && !isPlaceholderData}
      summary={t('tray:assign.found', { count: found.length })}
      suggestions={found.map((animal) => ({
        key: animal.id,
        content: <AnimalText animal={animal} />,
        onPick: () => {
          setText('')
          onPick(animal)
        },
      }))}
    />
  )
}
