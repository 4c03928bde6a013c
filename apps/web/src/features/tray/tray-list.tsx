import type { TrayEntryId, TrayGroup } from '@talus/contract'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/display/badge.tsx'
import { formatDateTime } from '../../ui/format/dates.ts'
import { TrayThumbnail } from './tray-thumbnail.tsx'
import styles from './tray.module.css'

interface TrayListProps {
  readonly groups: readonly TrayGroup[]
  readonly selected: TrayGroup
  readonly timeZone: string
  readonly onSelect: (id: TrayEntryId) => void
}

/** The name under which a group is listed. */
export const formatName = (t: TFunction, { claim, reason }: TrayGroup) =>
  claim.name || t(reason === 'unreadable' ? 'tray:unreadableFile' : 'tray:unnamed')

/** How many images a group has; empty for an unreadable file, of which that is not known. */
export const formatImageCount = (t: TFunction, { reason, entryIds }: TrayGroup) =>
  reason === 'unreadable' ? '' : t('tray:images', { count: entryIds.length })

export function TrayList({ groups, selected, timeZone, onSelect }: TrayListProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const at = groups.indexOf(selected)
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: groups.length - 1 }[
      event.key
    ]
    const next = target === undefined ? undefined : groups[target]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelectorAll('button')[groups.indexOf(next)]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys move between its buttons
    <ul ref={list} className={styles.list} aria-label={t('tray:list')} onKeyDown={onKeyDown}>
      {groups.map((group) => (
        <li key={`${group.id} ${group.decision?.on ?? ''}`}>
          <button
            type="button"
            className={styles.row}
            aria-current={group === selected || undefined}
            // Tab enters the list once, at the selected question; the arrow keys move within it.
            tabIndex={group === selected ? 0 : -1}
            onClick={() => onSelect(group.id)}
          >
            <TrayThumbnail id={group.shownIds[0]} label="" size={56} />
            <span className={styles.rowText}>
              <strong>{formatName(t, group)}</strong>
              <span>
                {[group.claim.patientId, formatImageCount(t, group)].filter(Boolean).join(' · ')}
              </span>
              <span>{formatDateTime(group.receivedOn, timeZone)}</span>
              <Badge tone={group.decision ? 'neutral' : 'amber'}>
                {t(`tray:short.${group.reason}`)}
              </Badge>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
