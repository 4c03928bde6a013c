import { StudyId } from '@talus/contract'
import { useSearchParams } from 'react-router'
import { NoStudySelected, ReportScreen } from '../features/reports/screen/report-screen.tsx'
import { WithTranslations } from '../ui/states/with-translations.tsx'

/** The query of the URL names the study. */
export function Page() {
  const [search] = useSearchParams()
  const text = search.get('studyId') ?? ''
  const studyId = /^[1-9]\d*$/u.test(text) ? StudyId.safeParse(text).data : undefined
  return (
    <WithTranslations namespace="report">
      {studyId === undefined ? (
        <NoStudySelected />
      ) : (
        // The key resets all state when another study is opened.
        <ReportScreen key={studyId} studyId={studyId} />
      )}
    </WithTranslations>
  )
}
