import { refuse } from '@talus/contract'
import type { Actor, Image, ImageId, RouteBody, routes } from '@talus/contract'
import { touchClinic } from '../../../db/listing/index.ts'
import { findStudySubject, recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { findImageDetails } from '../../images/index.ts'
import * as rejections from './rejection.queries.ts'

/**
 * Rejects an image. It is kept, because a patient was irradiated for it and the X-ray log lists it.
 * User and time come from the server, not from the request; a second rejection changes nothing, and
 * the first reason stays.
 */
export const recordRejection = (
  change: Omit<ChangeContext, 'actor'> & { readonly actor: Pick<Actor, 'id' | 'username'> },
  { imageId, rejectionReason }: RouteBody<typeof routes.image.reject>,
): Promise<void> =>
  change.db.transaction(async (db) => {
    const image = (await rejections.find(db, imageId)) ?? refuse('record/not-found')
    if (!(await rejections.setRejected(db, imageId))) return
    const { clinicId, bodyPart, bodyPartView } = image
    await rejections.insert(db, {
      imageId,
      clinicId,
      rejectionReason,
      userId: change.actor.id,
      createdOn: change.clock().toISOString(),
    })
    const study = await findStudySubject(db, image.studyId)
    await recordAuditEvent(
      { ...change, db },
      {
        action: 'image.reject',
        entityId: imageId,
        clinicId,
        subject: `${bodyPart} ${bodyPartView}`.trim(),
        ...(study && { names: [study.patientName, study.patientId] }),
        after: { rejectionReason, ...study },
      },
    )
    await touchClinic(db.unscopedDb, clinicId)
  })

/**
 * Takes a rejection back: the image is shown and counted as before. The rejection itself stays
 * recorded, here and in the audit trail; an image that is not rejected is left as it is.
 */
export const undoRejection = (change: ChangeContext, imageId: ImageId): Promise<Image> =>
  change.db.transaction(async (db) => {
    const image = (await rejections.find(db, imageId)) ?? refuse('record/not-found')
    if (await rejections.setShown(db, imageId)) {
      const { clinicId, bodyPart, bodyPartView } = image
      const last = await rejections.findLastReason(db, imageId)
      const study = await findStudySubject(db, image.studyId)
      await recordAuditEvent(
        { ...change, db },
        {
          action: 'image.restore',
          entityId: imageId,
          clinicId,
          subject: `${bodyPart} ${bodyPartView}`.trim(),
          ...(study && { names: [study.patientName, study.patientId] }),
          before: { rejectionReason: last?.rejectionReason ?? '', ...study },
        },
      )
      await touchClinic(db.unscopedDb, clinicId)
    }
    return (await findImageDetails(db, imageId)) ?? refuse('record/not-found')
  })
