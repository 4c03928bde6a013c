import type { SensorUse, StudyId } from '@talus/contract'
import { pageId } from '../../../api/page-id.ts'
import type { SensorStatus } from './sensor-state.ts'

/**
 * The capture of another page or study that the sensor and the generator are leased to; undefined
 * if they are free or leased to this page.
 */
export function findOtherUse(
  status: Pick<SensorStatus, 'use'> | undefined,
  studyId: StudyId | undefined,
  page: string = pageId,
): SensorUse | undefined {
  const use = status?.use ?? undefined
  if (use === undefined) return undefined
  const isOwn = use.scope === 'clinic' && use.page === page && use.studyId === studyId
  return isOwn ? undefined : use
}
