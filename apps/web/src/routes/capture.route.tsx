import { StudyId } from '@talus/contract'
import { useLocation, useSearchParams } from 'react-router'
import { CapturePage } from '../features/capture/capture-page.tsx'
import { ProtocolMenu } from '../features/protocols/index.ts'
import { RestraintFields } from '../features/restraint/index.ts'

/** The route is named after the modality; the address says which study. */
export function Page() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const asked = search.get('studyId') ?? ''
  const studyId = /^[1-9]\d*$/u.test(asked) ? StudyId.safeParse(asked).data : undefined
  const modality = /\/dental\/?$/u.test(pathname) ? 'Dental' : 'General'
  return (
    <CapturePage
      modality={modality}
      studyId={studyId}
      protocols={(slot) => <ProtocolMenu {...slot} />}
      restraint={(id) => <RestraintFields studyId={id} />}
    />
  )
}
