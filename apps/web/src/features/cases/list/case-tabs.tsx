import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { caseQueries } from '../../../api/records/case.ts'
import { formatLocaleNumber } from '../../../ui/format/quantities.ts'
import { TabList } from '../../../ui/layout/tab-list.tsx'
import { tabStatuses } from './case-buttons.ts'
import type { TabStatus } from './case-buttons.ts'
import styles from './cases-page.module.css'

interface CaseTabsProps {
  readonly status: TabStatus
  readonly onStatus: (status: TabStatus) => void
  /** The id of the panel that a tab shows. */
  readonly panelId: string
}

/** The statuses with their numbers of cases; a number is shown only if there are cases. */
export function CaseTabs({ status, onStatus, panelId }: CaseTabsProps) {
  const { t } = useTranslation()
  return (
    <TabList
      isOfPage
      id={panelId}
      label={t('cases:tabs')}
      tabs={tabStatuses.map((one) => ({ name: `${one}` as const, content: <Tab status={one} /> }))}
      selected={`${status}` as const}
      onSelect={(name) => {
        const chosen = tabStatuses.find((one) => String(one) === name)
        if (chosen !== undefined) onStatus(chosen)
      }}
      getPanelId={() => panelId}
    />
  )
}

function Tab({ status }: { readonly status: TabStatus }) {
  const { t, i18n } = useTranslation()
  const { data } = useQuery(caseQueries.counts)
  const count = data?.find((one) => one.status === status)?.count ?? 0
  return (
    <>
      {t(`cases:status.${status}`)}
      {count > 0 ? (
        <span className={styles.count}>{formatLocaleNumber(count, i18n.language)}</span>
      ) : null}
    </>
  )
}
