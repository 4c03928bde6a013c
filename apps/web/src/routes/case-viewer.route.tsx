import { CaseId } from '@talus/contract'
import { useSearchParams } from 'react-router'
import { CaseViewer } from '../features/cases/case-viewer/case-viewer.tsx'
import { UnknownCase } from '../features/cases/reading/unknown-case.tsx'
import { useDarkPage } from '../ui/theme/dark-page.ts'
import { WithTranslations } from '../ui/states/with-translations.tsx'

/** The query of the URL names the case. */
export function Page() {
  useDarkPage()
  const [search] = useSearchParams()
  const text = search.get('caseId') ?? ''
  const caseId = /^[1-9]\d*$/u.test(text) ? CaseId.safeParse(text).data : undefined
  return (
    <WithTranslations namespace={['viewer', 'viewerPanel', 'measure', 'cases', 'caseReading']}>
      {caseId === undefined ? <UnknownCase /> : <CaseViewer key={caseId} caseId={caseId} />}
    </WithTranslations>
  )
}
