import { StudyId } from '@talus/contract'
import { useLocation, useSearchParams } from 'react-router'
import { CapturePage } from '../features/capture/capture-page.tsx'
import { ProtocolMenu } from '../features/protocols/index.ts'
import { RestraintFields } from '../features/restraint/index.ts'
import { MovedStudyPage } from '../features/viewing/moved-study-notice.tsx'

/** The path names the modality, the query the study. */
export function Page() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const idText = search.get('studyId') ?? ''
  const studyId = /^[1-9]\d*$/u.test(idText) ? StudyId.safeParse(idText).data : undefined
  const modality = /\/dental\/?$/u.test(pathname) ? 'Dental' : 'General'
  const page = (
    <CapturePage
      modality={modality}
      studyId={studyId}
      protocols={(slot) => <ProtocolMenu {...slot} />}
      restraint={(id) => <RestraintFields studyId={id} />}
    />
  )
  return studyId === undefined ? (
    page
  ) : (
    <MovedStudyPage key={studyId} studyId={studyId}>
      {page}
    </MovedStudyPage>
  )
}
