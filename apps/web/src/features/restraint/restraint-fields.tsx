import { Button, Popover, Switch, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconHandGrab, IconPlus } from '@tabler/icons-react'
import { limits } from '@talus/contract'
import type { StudyId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { wordsOf } from '../../api/call.ts'
import { WithWords } from '../../ui/with-words.tsx'
import {
  holdersOf,
  holdersText,
  holds,
  namesToShow,
  withHolders,
  withoutHolder,
} from './holders.ts'
import { restraintQueries } from './restraint.queries.ts'
import { useRestraint } from './use-restraint.ts'
import styles from './restraint.module.css'

interface RestraintFieldsProps {
  readonly studyId: StudyId
}

/** Who holds the animal and whether it is sedated, in one button; saved by itself. */
export const RestraintFields = ({ studyId }: RestraintFieldsProps) => (
  <WithWords namespace="restraint">
    <Fields key={studyId} studyId={studyId} />
  </WithWords>
)

function Fields({ studyId }: RestraintFieldsProps) {
  const { t } = useTranslation()
  const { value, isLoaded, choose, commit, error } = useRestraint(studyId)
  const { data: known = [] } = useQuery(restraintQueries.names(studyId))
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const names = holdersOf(value.holders)
  const isTooLong = (next: readonly string[]) => holdersText(next).length > limits.textMax
  const [isRefused, setRefused] = useState(false)

  const set = (next: readonly string[]) => {
    setRefused(isTooLong(next))
    if (!isTooLong(next)) choose({ holders: holdersText(next) })
  }
  const add = () => {
    if (typed.trim() === '') return
    set(withHolders(names, typed))
    setTyped('')
  }
  // As they stood when it was opened: a name that jumps leaves another one below the finger.
  const [order, setOrder] = useState<readonly string[]>([])
  const toggle = (open: boolean) => {
    setOpen(open)
    if (open) setOrder(namesToShow(names, known))
    else commit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }
  const told = [
    names.length === 0 ? undefined : value.holders,
    value.isSedated ? t('restraint:sedated') : undefined,
  ]
    .filter((words) => words !== undefined)
    .join(' · ')
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
          {error === null ? (
            <IconHandGrab size={20} stroke={1.5} aria-hidden />
          ) : (
            <IconAlertTriangle size={20} stroke={1.5} aria-hidden />
          )}
          <span className={styles.words}>
            <span className={styles.label}>{t('restraint:holders')}</span>
            <span className={styles.told}>
              {isLoaded ? told || t('restraint:placeholder') : '…'}
            </span>
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel ?? ''}>
        {error === null ? null : (
          <p className={styles.fault} role="alert">
            {t('restraint:failed', { reason: wordsOf(error) })}
            <Button size="compact-sm" variant="default" onClick={commit}>
              {t('restraint:retry')}
            </Button>
          </p>
        )}
        <div className={styles.add}>
          <TextInput
            aria-label={t('restraint:add')}
            placeholder={t('restraint:add')}
            size="md"
            autoComplete="off"
            data-autofocus
            maxLength={limits.personNameMax}
            value={typed}
            error={isRefused ? t('restraint:tooLong') : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onBlur={add}
          />
          <Button
            variant="default"
            size="md"
            aria-label={t('restraint:add')}
            onClick={add}
            className={styles.plus ?? ''}
          >
            <IconPlus size={20} stroke={1.5} aria-hidden />
          </Button>
        </div>
        <ul className={styles.names} aria-label={t('restraint:names')}>
          {namesToShow(
            names.filter((name) => !holds(order, name)),
            namesToShow(order, known),
          ).map((name) => (
            <li key={name}>
              <button
                type="button"
                className={styles.name}
                aria-pressed={holds(names, name)}
                onClick={() =>
                  set(holds(names, name) ? withoutHolder(names, name) : withHolders(names, name))
                }
              >
                <span className={styles.nameText}>{name}</span>
                {holds(names, name) ? <IconCheck size={20} stroke={1.75} aria-hidden /> : null}
              </button>
            </li>
          ))}
        </ul>
        <Switch
          size="md"
          label={t('restraint:sedated')}
          className={styles.sedated ?? ''}
          checked={value.isSedated}
          onChange={(event) => choose({ isSedated: event.currentTarget.checked })}
        />
        <p className={styles.hint}>{t('restraint:hint')}</p>
      </Popover.Dropdown>
    </Popover>
  )
}
