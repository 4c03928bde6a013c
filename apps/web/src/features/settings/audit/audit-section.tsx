import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconHistory, IconListDetails } from '@tabler/icons-react'
import type { AuditEvent } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callForFile } from '../../../api/call.ts'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { saveFile } from '../../../api/save-file.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { formatDay, formatSecond } from '../../../ui/format/dates.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { useZoneNote } from '../../../ui/hooks/use-zone-note.ts'
import { openModal } from '../../../ui/modals/modal-store.ts'
import type { Column } from '../../../ui/table/column.ts'
import { usePages } from '../../../ui/table/use-pages.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { SectionTable } from '../section-table.tsx'
import { toInstants } from './audit-days.ts'
import { AuditDetails } from './audit-details.tsx'
import { AuditFilters, isFiltered, noFilter } from './audit-filters.tsx'
import type { AuditFilter } from './audit-filters.tsx'
import { formatAction, formatSubject } from './audit-text.ts'
import { auditQueries } from './audit.queries.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './audit.module.css'

/** A user who has selected another clinic sees the events of that clinic first. */
export function AuditSection() {
  const { clinic, isOtherClinic } = useClinicInUse()
  const otherClinic = isOtherClinic ? clinic : undefined
  return <AuditTrail key={otherClinic?.id} otherClinic={otherClinic} timeZone={clinic?.timeZone} />
}

const newestFirst = { id: 'at', desc: true } as const
const sorts = ['at', 'username', 'action', 'subject', 'clinic', 'address'] as const

const toQuery = ({ kind, from, to, clinic }: AuditFilter, timeZone: string | undefined) => ({
  ...(kind !== undefined && { action: kind }),
  ...(clinic !== undefined && { ClinicId: clinic.id }),
  ...toInstants(from, to, timeZone),
})

interface AuditTrailProps {
  readonly otherClinic: SelectedClinic | undefined
  /** The zone of the clinic in use; undefined for a user without a clinic. */
  readonly timeZone: string | undefined
}

function AuditTrail({ otherClinic, timeZone }: AuditTrailProps) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<AuditFilter>({ ...noFilter, clinic: otherClinic })
  const [chosenId, setChosenId] = useState<number>()
  const { query: pageQuery, view: viewOf } = usePages(newestFirst)
  const filterQuery = toQuery(filter, timeZone)
  const sort = sorts.find((id) => id === pageQuery.sort) ?? newestFirst.id
  const query = useQuery(auditQueries.page({ ...pageQuery, ...filterQuery, sort }))
  const view = viewOf(query.data)
  const columns = useAuditColumns(timeZone)
  const note = useZoneNote(timeZone)
  const isUnsorted = query.data !== undefined && query.data.sortedBy !== sort
  const chosen = query.data?.rows.find(({ id }) => id === chosenId)

  const open = (event: AuditEvent) =>
    openModal({
      title: formatAction(t, event),
      size: 640,
      body: <AuditDetails event={event} timeZone={timeZone} ownerNames={query.data?.ownerNames} />,
    })
  const csv = useMutation({
    mutationFn: () =>
      callForFile(routes.audit.csv, { query: { ...filterQuery, search: pageQuery.search } }),
    onSuccess: (file) => {
      const name = `audit-${formatDay(new Date(), timeZone)}.csv`
      saveFile(file, name)
      toast.savedFile(t('audit:csv.saved', { name }))
    },
  })

  const hasFilter = isFiltered(filter)
  const isReversed = filter.from !== '' && filter.to !== '' && filter.from > filter.to
  const noneText = isReversed ? t('audit:turnedText') : t('audit:noneText')
  return (
    <>
      {isUnsorted ? <p className={styles.none}>{t('audit:tooManyToSort')}</p> : null}
      <SectionTable
        title={t('settings:section.audit')}
        view={view}
        query={query}
        columns={columns}
        note={note}
        icon={<Icon icon={IconHistory} size="xl" />}
        emptyTitle={hasFilter ? t('audit:noneTitle') : t('audit:emptyTitle')}
        emptyText={hasFilter ? noneText : t('audit:emptyText')}
        selection={{
          selected: chosenId,
          onSelect: (row) => setChosenId(row?.id),
          onOpen: open,
        }}
        filters={
          <AuditFilters
            filter={filter}
            otherClinic={otherClinic}
            onFilter={(next) => {
              setFilter(next)
              view.setPage(0)
            }}
          />
        }
        actions={
          <>
            <ExplainedButton
              variant="default"
              leftSection={<Icon icon={IconListDetails} />}
              reason={chosen ? undefined : t('audit:chooseFirst')}
              onClick={() => chosen && open(chosen)}
            >
              {t('audit:details')}
            </ExplainedButton>
            <Button
              variant="default"
              leftSection={<Icon icon={IconFileSpreadsheet} />}
              loading={csv.isPending}
              onClick={() => csv.mutate()}
            >
              {t('audit:csv.export')}
            </Button>
          </>
        }
      />
    </>
  )
}

/** The ids of the columns are the sort keys of the server. */
function useAuditColumns(timeZone: string | undefined) {
  const { t } = useTranslation()
  return useMemo<readonly Column<AuditEvent>[]>(
    () => [
      {
        id: 'at',
        header: t('audit:when'),
        value: (row) => formatSecond(row.at, timeZone),
        cell: (row) => (
          <time className={styles.time} dateTime={row.at} data-hint={row.at}>
            {formatSecond(row.at, timeZone)}
          </time>
        ),
      },
      { id: 'username', header: t('audit:who'), value: (row) => row.username },
      {
        id: 'action',
        header: t('audit:what'),
        value: (row) => formatAction(t, row),
        isPrimary: true,
      },
      { id: 'subject', header: t('audit:subject'), value: formatSubject },
      { id: 'clinic', header: t('audit:clinic'), value: (row) => row.clinicName ?? '' },
      { id: 'address', header: t('audit:address'), value: (row) => row.address },
    ],
    [t, timeZone],
  )
}
