import { CaseId } from '@talus/contract'
import { useSearchParams } from 'react-router'
import { CaseReportPage } from '../features/cases/case-report/case-report-page.tsx'
import { UnknownCase } from '../features/cases/reading/unknown-case.tsx'
import { WithTranslations } from '../ui/states/with-translations.tsx'

/** The query of the URL names the case. */
export function Page() {
  const [search] = useSearchParams()
  const text = search.get('caseId') ?? ''
  const caseId = /^[1-9]\d*$/u.test(text) ? CaseId.safeParse(text).data : undefined
  return (
    <WithTranslations namespace={['cases', 'caseReading']}>
      {caseId === undefined ? <UnknownCase /> : <CaseReportPage key={caseId} caseId={caseId} />}
    </WithTranslations>
  )
}
