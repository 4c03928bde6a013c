import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { caseQueries } from '../../../api/records/case.ts'
import { formatLocaleNumber } from '../../../ui/format/quantities.ts'
import { tabStatuses } from './case-buttons.ts'
import type { TabStatus } from './case-buttons.ts'
import styles from './cases-page.module.css'

interface CaseTabsProps {
  readonly status: TabStatus
  readonly onStatus: (status: TabStatus) => void
  /** The id of the panel that a tab shows. */
  readonly panelId: string
}

const steps: Record<string, (from: number, last: number) => number> = {
  ArrowRight: (from, last) => (from === last ? 0 : from + 1),
  ArrowLeft: (from, last) => (from === 0 ? last : from - 1),
  Home: () => 0,
  End: (_from, last) => last,
}

/** The statuses with their numbers of cases; a number is shown only if there are cases. */
export function CaseTabs({ status, onStatus, panelId }: CaseTabsProps) {
  const { t, i18n } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const { data } = useQuery(caseQueries.counts)
  const countOf = (wanted: TabStatus) => data?.find((one) => one.status === wanted)?.count ?? 0
  const onKeyDown = (event: KeyboardEvent) => {
    const next = steps[event.key]?.(tabStatuses.indexOf(status), tabStatuses.length - 1)
    const chosen = next === undefined ? undefined : tabStatuses[next]
    if (next === undefined || chosen === undefined) return
    event.preventDefault()
    onStatus(chosen)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={t('cases:tabs')}>
      {tabStatuses.map((one) => {
        const count = countOf(one)
        return (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${panelId}-tab-${one}`}
            className={styles.tab}
            aria-selected={one === status}
            aria-controls={panelId}
            tabIndex={one === status ? 0 : -1}
            onClick={() => onStatus(one)}
            onKeyDown={onKeyDown}
          >
            {t(`cases:status.${one}`)}
            {count > 0 ? (
              <span className={styles.count}>{formatLocaleNumber(count, i18n.language)}</span>
            ) : null}
          </button>
        )
      })}
    </div>
  )
}
