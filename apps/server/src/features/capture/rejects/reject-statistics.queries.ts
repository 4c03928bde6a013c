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
 * A CT or MR slice is not an exposure of its own: hundreds of them would hide every reject. Images
 * of deleted studies count, because a patient was irradiated for them.
 */
const selectExposures = (db: ClinicDb, { from, until }: Span) =>
  db
    .selectFrom('image')
    .where('image.hasPixels', '=', true)
    .where('image.modality', 'not in', ['CT', 'MR'])
    .where('image.createdOn', '>=', from)
    .where('image.createdOn', '<', until)

/** The time of the next exposure: months without exposures are skipped. */
export const findFirstExposure = (db: ClinicDb, span: Span) =>
  selectExposures(db, span)
    .select('image.createdOn')
    .orderBy('image.createdOn')
    .limit(1)
    .executeTakeFirst()

export const countExposures = (db: ClinicDb, span: Span) =>
  selectExposures(db, span)
    .groupBy(['image.userId', 'image.bodyPart', 'image.isRejected'])
    .select(({ fn }) => [
      'image.userId',
      'image.bodyPart',
      'image.isRejected',
      fn.countAll<number>().as('count'),
    ])
    .execute()

/** Rejects by reason; the last reason of an image counts. */
export const countReasons = (db: ClinicDb, span: Span) =>
  selectExposures(db, span)
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

/** Ratings of radiologists by their faults; the last rating of an image counts, tests do not. */
export const countFeedback = (db: ClinicDb, span: Span) =>
  selectExposures(db, span)
    .innerJoin('caseFeedback', 'caseFeedback.imageId', 'image.id')
    .innerJoin('radCase', 'radCase.id', 'caseFeedback.caseId')
    .where('radCase.isTest', '=', false)
    .where((expression) =>
      expression.not(
        expression.exists(
          expression
            .selectFrom('caseFeedback as later')
            .innerJoin('radCase as laterCase', 'laterCase.id', 'later.caseId')
            .select('later.caseId')
            .where('laterCase.isTest', '=', false)
            .whereRef('later.imageId', '=', 'caseFeedback.imageId')
            .where((where) =>
              where.or([
                where('later.createdOn', '>', where.ref('caseFeedback.createdOn')),
                where.and([
                  where('later.createdOn', '=', where.ref('caseFeedback.createdOn')),
                  where('later.caseId', '>', where.ref('caseFeedback.caseId')),
                ]),
              ]),
            ),
        ),
      ),
    )
    .groupBy('caseFeedback.faults')
    .select(({ fn }) => ['caseFeedback.faults', fn.countAll<number>().as('count')])
    .execute()

/**
 * The operator of an image may belong to another clinic, so this query is unscoped; it reads names
 * only.
 */
export const listUsernames = (db: ClinicDb, ids: readonly UserId[]) =>
  ids.length === 0
    ? []
    : db.unscopedDb
        .selectFrom('user')
        .select(['user.id', 'user.username'])
        .where('user.id', 'in', ids)
        .execute()
