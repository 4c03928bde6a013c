import type { ClinicId, Instant, UserId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'

export interface Span {
  readonly from: Instant
  /** Not included. */
  readonly until: Instant
}

export const findClinic = (db: ClinicDb, id: ClinicId) =>
  db
    .selectFrom('clinic')
    .select(['clinic.name', 'clinic.timeZone'])
    .where('clinic.id', '=', id)
    .executeTakeFirst()

/**
 * A slice of a CT or MR is no exposure of its own: hundreds of them would hide every reject. Images
 * of deleted studies count, because an animal was irradiated for them.
 */
const exposures = (db: ClinicDb, { from, until }: Span) =>
  db
    .selectFrom('image')
    .where('image.hasPixels', '=', true)
    .where('image.modality', 'not in', ['CT', 'MR'])
    .where('image.createdOn', '>=', from)
    .where('image.createdOn', '<', until)

/** When the next exposure was made: months without any are leapt over. */
export const firstExposure = (db: ClinicDb, span: Span) =>
  exposures(db, span)
    .select('image.createdOn')
    .orderBy('image.createdOn')
    .limit(1)
    .executeTakeFirst()

export const countExposures = (db: ClinicDb, span: Span) =>
  exposures(db, span)
    .groupBy(['image.userId', 'image.bodyPart', 'image.isRejected'])
    .select(({ fn }) => [
      'image.userId',
      'image.bodyPart',
      'image.isRejected',
      fn.countAll<number>().as('count'),
    ])
    .execute()

/** Why they were rejected; the last word counts. */
export const countReasons = (db: ClinicDb, span: Span) =>
  exposures(db, span)
    .innerJoin('imageRejection', 'imageRejection.imageId', 'image.id')
    .where('image.isRejected', '=', true)
    .where((expression) =>
      expression.not(
        expression.exists(
          expression
            .selectFrom('imageRejection as later')
            .select('later.id')
            .whereRef('later.imageId', '=', 'imageRejection.imageId')
            .whereRef('later.id', '>', 'imageRejection.id'),
        ),
      ),
    )
    .groupBy('imageRejection.rejectionReason')
    .select(({ fn }) => ['imageRejection.rejectionReason', fn.countAll<number>().as('count')])
    .execute()

/** Whoever took an image may have come from another clinic: only names are read here. */
export const usernames = (db: ClinicDb, ids: readonly UserId[]) =>
  ids.length === 0
    ? []
    : db.unscopedDb
        .selectFrom('user')
        .select(['user.id', 'user.username'])
        .where('user.id', 'in', ids)
        .execute()
