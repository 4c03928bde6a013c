import { Button, Popover, Switch, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconHandGrab, IconPlus } from '@tabler/icons-react'
import { limits } from '@talus/contract'
import type { StudyId } from '@talus/contract'
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
  const { value, isLoaded, choose, commit, error } = useRestraint(studyId)
  const { data: known = [] } = useQuery(restraintQueries.names(studyId))
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const names = parseHolders(value.holders)
  const isTooLong = (next: readonly string[]) => formatHolders(next).length > limits.textMax
  const [isRefused, setRefused] = useState(false)

  const set = (next: readonly string[]) => {
    setRefused(isTooLong(next))
    if (!isTooLong(next)) choose({ holders: formatHolders(next) })
  }
  const add = () => {
    if (typed.trim() === '') return
    set(addHolders(names, typed))
    setTyped('')
  }
  // The order is fixed when the panel opens: if a name moved, the user would press another one.
  const [order, setOrder] = useState<readonly string[]>([])
  const toggle = (open: boolean) => {
    setOpen(open)
    if (open) setOrder(listNames(names, known))
    else commit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }
  const summary = [
    names.length === 0 ? undefined : value.holders,
    value.isSedated ? t('restraint:sedated') : undefined,
  ]
    .filter((text) => text !== undefined)
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
            <Icon icon={IconHandGrab} size="lg" />
          ) : (
            <Icon icon={IconAlertTriangle} size="lg" />
          )}
          <span className={styles.texts}>
            <span className={styles.label}>{t('restraint:holders')}</span>
            <span className={styles.summary}>
              {isLoaded ? summary || t('restraint:placeholder') : '…'}
            </span>
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel ?? ''}>
        {error === null ? null : (
          <p className={styles.fault} role="alert">
            {t('restraint:failed', { reason: getErrorMessage(error) })}
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
            <Icon icon={IconPlus} size="lg" />
          </Button>
        </div>
        <ul className={styles.names} aria-label={t('restraint:names')}>
          {listNames(
            names.filter((name) => !isHolder(order, name)),
            listNames(order, known),
          ).map((name) => (
            <li key={name}>
              <button
                type="button"
                className={styles.name}
                aria-pressed={isHolder(names, name)}
                onClick={() =>
                  set(isHolder(names, name) ? removeHolder(names, name) : addHolders(names, name))
                }
              >
                <span className={styles.nameText}>{name}</span>
                {isHolder(names, name) ? <Icon icon={IconCheck} size="lg" /> : null}
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
