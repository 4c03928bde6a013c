import { Button, Popover, Switch, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconHandGrab, IconPlus } from '@tabler/icons-react'
import { limits } from '@talus/contract'
import type { Restraint, StudyId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../api/call.ts'
import { WithTranslations } from '../../ui/states/with-translations.tsx'
import {
  parseHolders,
  formatHolders,
  isHolder,
  listNames,
  addHolders,
  removeHolder,
} from './holders.ts'
import { restraintQueries } from './restraint.queries.ts'
import { useRestraint } from './use-restraint.ts'
import { openCorrection } from './correction-dialog.tsx'
import { formatRestraint } from './format-restraint.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './restraint.module.css'

interface RestraintFieldsProps {
  readonly studyId: StudyId
}

/** Button and panel for who holds the patient and whether it is sedated; saved automatically. */
export const RestraintFields = ({ studyId }: RestraintFieldsProps) => (
  <WithTranslations namespace="restraint">
    <Fields key={studyId} studyId={studyId} />
  </WithTranslations>
)

function Fields({ studyId }: RestraintFieldsProps) {
  const { t } = useTranslation()
  const { restraint, holders, known } = useHolders(studyId)
  const { value, isLoaded, retry, error } = restraint
  const [isOpen, setOpen] = useState(false)
  // The order is fixed when the panel opens: if a name moved, the user would press another one.
  const [order, setOrder] = useState<readonly string[]>([])
  const toggle = (open: boolean) => {
    setOpen(open)
    if (open) setOrder(listNames(holders.names, known))
  }
  return (
    <Popover
      opened={isOpen}
      onChange={toggle}
      width={340}
      position="bottom-start"
      trapFocus
      shadow="md"
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.button}
          disabled={!isLoaded}
          data-failed={error !== null || undefined}
          onClick={() => toggle(!isOpen)}
        >
          <Icon icon={error === null ? IconHandGrab : IconAlertTriangle} size="lg" />
          <span className={styles.texts}>
            <span className={styles.label}>{t('restraint:holders')}</span>
            <span className={styles.summary}>{isLoaded ? formatRestraint(t, value) : '…'}</span>
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel ?? ''}>
        {error === null ? null : (
          <p className={styles.fault} role="alert">
            {t('restraint:failed', { reason: getErrorMessage(error) })}
            <Button size="compact-sm" variant="default" onClick={retry}>
              {t('restraint:retry')}
            </Button>
          </p>
        )}
        <HolderList
          holders={holders}
          listed={listNames(
            holders.names.filter((name) => !isHolder(order, name)),
            listNames(order, known),
          )}
        />
        <Switch
          size="md"
          label={t('restraint:sedated')}
          className={styles.sedated ?? ''}
          checked={value.isSedated}
          onChange={(event) => restraint.choose({ isSedated: event.currentTarget.checked })}
        />
        <p className={styles.hint}>{t('restraint:hint')}</p>
        <EarlierExposures studyId={studyId} restraint={value} onOpen={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

interface EarlierExposuresProps {
  readonly studyId: StudyId
  readonly restraint: Restraint
  readonly onOpen: () => void
}

/** Leads to the correction of earlier exposures; hidden before the first one. */
function EarlierExposures({ studyId, restraint, onOpen }: EarlierExposuresProps) {
  const { t } = useTranslation()
  const { data: exposures = [] } = useQuery(restraintQueries.exposures(studyId))
  if (exposures.length === 0) return null
  return (
    <Button
      variant="default"
      size="md"
      className={styles.correct ?? ''}
      onClick={() => {
        onOpen()
        openCorrection(studyId, restraint)
      }}
    >
      {t('restraint:correct.open')}
    </Button>
  )
}

/** The people who hold the patient, and the name that the user is typing. */
function useHolders(studyId: StudyId) {
  const restraint = useRestraint(studyId)
  const { data: known = [] } = useQuery(restraintQueries.names(studyId))
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const names = parseHolders(restraint.value.holders)
  const set = (next: readonly string[]) => {
    const text = formatHolders(next)
    const isTooLong = text.length > limits.textMax
    setRefused(isTooLong)
    if (!isTooLong) restraint.choose({ holders: text })
  }
  const holders = {
    names,
    typed,
    setTyped,
    /** The last change was refused because the list would be too long. */
    isRefused,
    addTyped: () => {
      if (typed.trim() === '') return
      set(addHolders(names, typed))
      setTyped('')
    },
    toggle: (name: string) =>
      set(isHolder(names, name) ? removeHolder(names, name) : addHolders(names, name)),
  }
  return { restraint, holders, known }
}

interface HolderListProps {
  readonly holders: ReturnType<typeof useHolders>['holders']
  /** The names that are offered, in a stable order. */
  readonly listed: readonly string[]
}

function HolderList({ holders, listed }: HolderListProps) {
  const { t } = useTranslation()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    holders.addTyped()
  }
  return (
    <>
      <div className={styles.add}>
        <TextInput
          aria-label={t('restraint:add')}
          placeholder={t('restraint:add')}
          size="md"
          autoComplete="off"
          data-autofocus
          maxLength={limits.personNameMax}
          value={holders.typed}
          error={holders.isRefused ? t('restraint:tooLong') : undefined}
          onChange={(event) => holders.setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={holders.addTyped}
        />
        <Button
          variant="default"
          size="md"
          aria-label={t('restraint:add')}
          onClick={holders.addTyped}
          className={styles.plus ?? ''}
        >
          <Icon icon={IconPlus} size="lg" />
        </Button>
      </div>
      <ul className={styles.names} aria-label={t('restraint:names')}>
        {listed.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={styles.name}
              aria-pressed={isHolder(holders.names, name)}
              onClick={() => holders.toggle(name)}
            >
              <span className={styles.nameText}>{name}</span>
              {isHolder(holders.names, name) ? <Icon icon={IconCheck} size="lg" /> : null}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
