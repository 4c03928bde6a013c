import { Button } from '@mantine/core'
import { IconDownload, IconReceipt } from '@tabler/icons-react'
import { formatStudyTypes } from '@talus/anatomy'
import { formatCaseNumber, formatCsvFile, formatPatientName } from '@talus/contract'
import type { CaseRow, Language } from '@talus/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCaseZone } from '../../../api/case-zone.ts'
import { saveFile } from '../../../api/save-file.ts'
import { toLanguage } from '../../../language.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { useCaseZoneNote } from '../../../ui/hooks/use-zone-note.ts'
import { Card } from '../../../ui/layout/page-frame.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useRows } from '../../../ui/table/use-rows.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { PriorityBadge } from '../shared/priority-badge.tsx'
import { countRegions, selectInvoiced, summarizeCases } from './invoice-summary.ts'
import styles from './invoice.module.css'

type InvoiceRow = CaseRow

const idOf = (row: InvoiceRow) => row.id

/** The name in the request, with that of the record if it is another one. */
const nameAnimal = (
  t: TFunction,
  { patientName, otherIdentity, registeredPatient }: InvoiceRow,
) => {
  const name = formatPatientName(t, patientName)
  return registeredPatient && otherIdentity.includes('patientName')
    ? `${name} (${formatPatientName(t, registeredPatient.name)})`
    : name
}

const createColumns = (
  t: TFunction,
  language: Language,
  timeZone: string | undefined,
): readonly Column<InvoiceRow>[] => [
  {
    id: 'caseNumber',
    header: t('cases:column.caseNumber'),
    value: (row) => formatCaseNumber(row.id),
    cell: (row) => <span className={styles.word}>{formatCaseNumber(row.id)}</span>,
    isPrimary: true,
  },
  { id: 'clinicName', header: t('cases:column.clinicName'), value: (row) => row.clinicName },
  { id: 'patientName', header: t('cases:column.patientName'), value: (row) => nameAnimal(t, row) },
  {
    id: 'regions',
    header: t('caseFigures:invoice.regions'),
    value: (row) => formatStudyTypes(row.studyTypes, language),
    isTwoLines: true,
  },
  {
    id: 'regionCount',
    header: t('caseFigures:invoice.regionCount'),
    value: countRegions,
    align: 'end',
  },
  {
    id: 'modality',
    header: t('cases:column.modality'),
    value: (row) => t(`cases:modality.${row.modality}`),
    cell: (row) => <span className={styles.word}>{t(`cases:modality.${row.modality}`)}</span>,
    isHiddenOnLaptop: true,
  },
  {
    id: 'priority',
    header: t('cases:column.priority'),
    value: (row) => t(`cases:priority.${row.priority}`),
    cell: (row) => <PriorityBadge priority={row.priority} />,
  },
  {
    id: 'submitOn',
    header: t('cases:column.submitOn'),
    value: (row) => (row.submitOn === null ? '' : formatDateTime(row.submitOn, timeZone)),
    isHiddenOnLaptop: true,
  },
  {
    id: 'finalizedOn',
    header: t('caseFigures:invoice.finalizedOn'),
    value: (row) => (row.finalizedOn === null ? '' : formatDateTime(row.finalizedOn, timeZone)),
  },
  {
    id: 'radiologist',
    header: t('cases:column.radiologist'),
    value: (row) => row.radiologistName,
    isHiddenOnLaptop: true,
  },
]

interface InvoiceSheetProps {
  readonly rows: readonly InvoiceRow[] | undefined
  readonly emptyText: string
}

/** The cases to be paid: a summary by clinic, modality and priority, the list, and a file. */
export function InvoiceSheet({ rows, emptyText }: InvoiceSheetProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const timeZone = useCaseZone()
  const zoneNote = useCaseZoneNote(timeZone)
  const columns = useMemo(() => createColumns(t, language, timeZone), [t, language, timeZone])
  const invoiced = useMemo(() => rows && selectInvoiced(rows), [rows])
  const view = useRows(invoiced, columns, { id: 'caseNumber', desc: false })
  const leftOut = (rows?.length ?? 0) - (invoiced?.length ?? 0)
  const notes = [
    leftOut > 0 ? t('caseFigures:invoice.leftOut', { count: leftOut }) : undefined,
    zoneNote,
  ].filter((note) => note !== undefined)
  const save = () => {
    const lines = (invoiced ?? []).map((row) => columns.map((column) => column.value(row)))
    const csv = formatCsvFile([columns.map(({ header }) => header), ...lines], language)
    const name = `${t('caseFigures:invoice.fileName')}.csv`
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), name)
    toast.savedFile(t('cases:report.saved', { name }))
  }
  if (invoiced?.length === 0)
    return (
      <StatePanel
        icon={<Icon icon={IconReceipt} size="3xl" />}
        title={t('caseFigures:invoice.emptyTitle')}
        text={emptyText}
      />
    )
  return (
    <>
      {/* Sums of rows that are still loading would be read as the invoice. */}
      {invoiced ? <Summary rows={invoiced} /> : null}
      <DataTable
        label={t('caseFigures:invoice.tableLabel')}
        view={view}
        columns={columns}
        rowId={idOf}
        searchLabel={t('cases:search')}
        note={notes.length === 0 ? undefined : notes.join(' · ')}
        actions={
          <Button leftSection={<Icon icon={IconDownload} />} disabled={!invoiced} onClick={save}>
            {t('caseFigures:invoice.download')}
          </Button>
        }
        empty={null}
      />
    </>
  )
}

function Summary({ rows }: { readonly rows: readonly InvoiceRow[] }) {
  const { t } = useTranslation()
  const lines = summarizeCases(rows)
  const sum = (count: (line: (typeof lines)[number]) => number) =>
    lines.reduce((total, line) => total + count(line), 0)
  return (
    <Card title={t('caseFigures:invoice.summary')}>
      {/* oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
      <div
        className={styles.scroller}
        tabIndex={0}
        role="group"
        aria-label={t('caseFigures:invoice.summary')}
      >
        <table className={styles.summary}>
          <thead>
            <tr>
              <th scope="col">{t('cases:column.clinicName')}</th>
              <th scope="col">{t('cases:column.modality')}</th>
              <th scope="col">{t('cases:column.priority')}</th>
              <th scope="col" data-align="end">
                {t('caseFigures:invoice.cases')}
              </th>
              <th scope="col" data-align="end">
                {t('caseFigures:invoice.regions')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.key}>
                <td>{line.clinicName}</td>
                <td>{t(`cases:modality.${line.modality}`)}</td>
                <td>{t(`cases:priority.${line.priority}`)}</td>
                <td data-align="end">{line.cases}</td>
                <td data-align="end">{line.regions}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {t('caseFigures:invoice.total')}
              </th>
              <td data-align="end">{sum(({ cases }) => cases)}</td>
              <td data-align="end">{sum(({ regions }) => regions)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Card>
  )
}
