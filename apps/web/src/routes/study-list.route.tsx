import { useClinicInUse } from '../api/selected-clinic.ts'
import { isLocal } from '../api/page-settings.ts'
import { XrayButton } from '../features/registration/xray-button.tsx'
import { StudyList } from '../features/studies/study-list.tsx'

export function Page() {
  const { clinic } = useClinicInUse()
  // The sensor stands beside the local server alone.
  if (!isLocal || !clinic) return <StudyList />
  return <StudyList xray={(row) => <XrayButton clinic={clinic} row={row} />} />
}
