import { refuse } from '@talus/contract'
import type { Actor, BodyOf, routes } from '@talus/contract'
import { touchClinic } from '../../../db/listing/index.ts'
import { record } from '../../audit/index.ts'
import type { Change } from '../../audit/index.ts'
import * as rejections from './rejection.queries.ts'

/**
 * An image that is not to be read. It is kept, because an animal was irradiated for it and the X-ray
 * log tells of it. Who rejected it and when is what the server knows, not what was sent along; a
 * second click changes nothing, and the first reason stays.
 */
export const reject = (
  change: Omit<Change, 'actor'> & { readonly actor: Pick<Actor, 'id' | 'username'> },
  { imageId, rejectionReason }: BodyOf<typeof routes.image.reject>,
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
    await record(
      { ...change, db },
      {
        action: 'image.reject',
        entityId: imageId,
        clinicId,
        subject: `${bodyPart} ${bodyPartView}`.trim(),
        after: { rejectionReason },
      },
    )
    await touchClinic(db.unscopedDb, clinicId)
  })
