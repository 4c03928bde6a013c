import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { CaseId, caseStatus, limits } from '@talus/contract'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { caseQueries } from '../../../api/records/case.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'

/** The cases that were selected for Pay; the address names them, so that a reload keeps them. */
export function SelectedCasesInvoice() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const ids = [...new Set((search.get('cases') ?? '').split(','))]
    .map((id) => CaseId.safeParse(id).data)
    .filter((id) => id !== undefined)
    .slice(0, limits.invoicedCasesMax)
  const results = useQueries({ queries: ids.map((id) => caseQueries.one(id)) })
  const failed = results.filter(({ data, isError }) => isError && data === undefined).length
  const isLoading = results.some(({ isPending }) => isPending)
  const rows = results
    .flatMap(({ data }) => data ?? [])
    .filter(({ status }) => status === caseStatus.finalized)
  return (
    <PageFrame
      toolbar={
        <Button
          variant="default"
          leftSection={<Icon icon={IconArrowLeft} />}
          onClick={() => void navigate(`/cases?status=${caseStatus.finalized}`)}
        >
          {t('caseFigures:invoice.back')}
        </Button>
      }
    >
      {failed > 0 ? <ErrorNote text={t('caseFigures:invoice.failed', { count: failed })} /> : null}
      <InvoiceSheet
        rows={isLoading ? undefined : rows}
        emptyText={t('caseFigures:invoice.emptySelected')}
      />
    </PageFrame>
  )
}
