import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { CaseId, caseStatus, limits } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
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
  const { data, isError } = useQuery(caseQueries.selected(ids))
  const found = ids.length === 0 || isError ? [] : data
  const failed = found === undefined ? 0 : ids.length - found.length
  const rows = found?.filter(({ status }) => status === caseStatus.finalized)
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
      <InvoiceSheet rows={rows} emptyText={t('caseFigures:invoice.emptySelected')} />
    </PageFrame>
  )
}
