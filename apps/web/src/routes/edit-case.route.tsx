import { CaseId } from '@talus/contract'
import { useParams } from 'react-router'
import { CasePage } from '../features/cases/reading/case-page.tsx'
import { UnknownCase } from '../features/cases/reading/unknown-case.tsx'
import { WithTranslations } from '../ui/states/with-translations.tsx'

/** The path names the case. */
export function Page() {
  const { caseId: text = '' } = useParams()
  const caseId = /^[1-9]\d*$/u.test(text) ? CaseId.safeParse(text).data : undefined
  return (
    <WithTranslations namespace={['cases', 'caseReading']}>
      {caseId === undefined ? (
        <UnknownCase />
      ) : (
        // The key resets all state when another case is opened.
        <CasePage key={caseId} caseId={caseId} />
      )}
    </WithTranslations>
  )
}
