import type { ClinicId, StudyId } from '@talus/contract'
import { findStudySubject } from './audit.queries.ts'
import { recordAuditEvent } from './audit.service.ts'
import type { AuditContext } from './audit.service.ts'

export { findStudySubject }

/** An image that was received or imported; without a study it waits in the conflict tray. */
export interface StoredImage {
  readonly sopInstanceUID: string
  readonly studyId?: StudyId | undefined
}

interface StoredEvent {
  readonly action: 'image.import' | 'image.receive'
  readonly subject: string
  readonly clinicId: ClinicId
  /** The UID that the files of a tray entry name; a filed study has its own. */
  readonly studyInstanceUID?: string | undefined
}

/** Instances that one event names: a longer list would slow down the page that shows it. */
const instancesMax = 500

/**
 * Records which images were stored, and under which animal: an event for each study, or several for
 * a large one. Images that wait in the conflict tray have an event of their own.
 */
export async function recordStoredImages(
  context: AuditContext,
  { studyInstanceUID, ...event }: StoredEvent,
  images: readonly StoredImage[],
): Promise<void> {
  for (const [studyId, uids] of groupByStudy(images)) {
    const study = studyId === undefined ? undefined : await findStudySubject(context.db, studyId)
    const filed = study ?? {
      ...(studyInstanceUID !== undefined && { studyInstanceUID }),
      isWaiting: true,
    }
    for (let start = 0; start < uids.length; start += instancesMax) {
      const named = uids.slice(start, start + instancesMax)
      await recordAuditEvent(context, {
        ...event,
        entityId: studyId ?? null,
        ...(study && { names: [study.patientName, study.patientId] }),
        after: { ...filed, images: named.length, sopInstanceUIDs: named },
      })
    }
  }
}

function groupByStudy(images: readonly StoredImage[]) {
  const groups = new Map<StudyId | undefined, string[]>()
  for (const { studyId, sopInstanceUID } of images) {
    const group = groups.get(studyId) ?? []
    groups.set(studyId, group)
    group.push(sopInstanceUID)
  }
  return groups
}
