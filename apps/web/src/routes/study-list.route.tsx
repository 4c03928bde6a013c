import { can } from '@talus/contract'
import { isLocal } from '../api/page-settings.ts'
import { useClinicInUse } from '../api/selected-clinic.ts'
import { useActor } from '../api/session.ts'
import { ImagesMenu } from '../features/image-forms/images-menu.tsx'
import { ImportButton } from '../features/import-images/import-button.tsx'
import { ImportZone } from '../features/import-images/import-zone.tsx'
import { XrayButton } from '../features/registration/xray-button.tsx'
import { StudyList } from '../features/studies/study-list.tsx'

/** The code of the viewer comes while somebody reads the row; if it does not, the viewer asks again. */
const fetchViewer = () => void import('./viewer.route.tsx').catch(() => undefined)

/** Exposures are made where the sensors are, and by those who may make them. */
export function Page() {
  const actor = useActor()
  const { clinic } = useClinicInUse()
  const mayExpose = isLocal && can(actor, 'study.capture')
  const intake = clinic && can(actor, 'study.write') ? clinic : undefined
  return (
    <>
      <StudyList
        xray={mayExpose ? (row) => <XrayButton row={row} /> : undefined}
        images={(row, reason) => (
          <ImagesMenu study={row && clinic && { ...row, clinic }} reason={reason} />
        )}
        onViewable={fetchViewer}
        intake={intake && <ImportButton clinic={intake} />}
      />
      {intake ? <ImportZone clinic={intake} /> : null}
    </>
  )
}
