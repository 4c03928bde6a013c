import { caseStatus } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/error-message.ts'
import { caseQueries } from '../../../api/records/case.ts'
import { useCaseZone } from '../../../api/case-zone.ts'
import { getReaderZone, isDay } from '../../../ui/format/dates.ts'
import { useToday } from '../../../ui/hooks/use-today.ts'
import { DayInput } from '../../../ui/inputs/day-input.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { findDayFaults } from '../shared/day-faults.ts'
import { InvoiceSheet } from './invoice-sheet.tsx'
import styles from './invoice.module.css'

const toDay = (text: string) => (isDay(text) ? text : undefined)

/** All reported cases of a period, by default of this month. */
export function InvoiceManagement() {
  const { t } = useTranslation()
  const zone = useCaseZone()
  const today = useToday(zone)
  const [from, setFrom] = useState(`${today.slice(0, 7)}-01`)
  const [to, setTo] = useState('')
  const faults = findDayFaults({ from, to })
  const { data, error } = useQuery(
    caseQueries.figureRows({
      status: caseStatus.finalized,
      submitdateFrom: toDay(from),
      submitdateTo: toDay(to),
      timeZone: zone ?? getReaderZone(),
    }),
  )
  return (
    <PageFrame>
      <div className={styles.days}>
        <DayInput
          label={t('caseFigures:filter.from')}
          value={from}
          error={faults.from && t(faults.from)}
          onChange={setFrom}
        />
        <DayInput
          label={t('caseFigures:filter.to')}
          value={to}
          error={faults.to && t(faults.to)}
          onChange={setTo}
        />
      </div>
      {error && data === undefined ? (
        <ErrorNote text={getErrorMessage(error)} />
      ) : (
        <InvoiceSheet rows={data} emptyText={t('caseFigures:invoice.emptyPeriod')} />
      )}
    </PageFrame>
  )
}
