import { StudyId } from '@talus/contract'
import { useLocation, useSearchParams } from 'react-router'
import { CapturePage } from '../features/capture/capture-page.tsx'

/** The route is named after the modality; the address says which study. */
export function Page() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const asked = search.get('studyId') ?? ''
  const studyId = /^[1-9]\d*$/u.test(asked) ? StudyId.safeParse(asked).data : undefined
  const modality = /\/dental\/?$/u.test(pathname) ? 'Dental' : 'General'
  return <CapturePage modality={modality} studyId={studyId} />
}
