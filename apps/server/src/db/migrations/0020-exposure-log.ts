import { flag, references, required, sameClinic, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * Keeps who held the animal with its time, so that an exposure gets the persons of its own moment,
 * and the corrections of exposures that were made before.
 */
export async function exposureLog({ db, tableWithId, index }: SchemaBuilder) {
  await tableWithId('restraintEntry', (entry) =>
    entry
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('studyId', 'bigint', required)
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('holders', 'text', withDefault(''))
      .addColumn('isSedated', 'boolean', flag(false))
      .addColumn('createdOn', 'text', required)
      .$call(sameClinic('studyId', 'study')),
  )
  await index('restraintEntry', 'studyId')
  await index('restraintEntry', 'clinicId', 'id')
  // The time of the old values is unknown. They were valid for all exposures of their study.
  await db
    .insertInto('restraintEntry')
    .columns(['clinicId', 'studyId', 'userId', 'holders', 'isSedated', 'createdOn'])
    .expression((query) =>
      query
        .selectFrom('studyRestraint')
        .innerJoin('study', 'study.id', 'studyRestraint.studyId')
        .select([
          'studyRestraint.clinicId',
          'studyRestraint.studyId',
          'study.userId',
          'studyRestraint.holders',
          'studyRestraint.isSedated',
          'study.createdOn',
        ])
        .orderBy('studyRestraint.studyId'),
    )
    .execute()
  await db.schema.dropTable('studyRestraint').execute()

  await tableWithId('restraintCorrection', (correction) =>
    correction
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('imageId', 'bigint', required)
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('previousHolders', 'text', required)
      .addColumn('previousIsSedated', 'boolean', required)
      .addColumn('holders', 'text', required)
      .addColumn('isSedated', 'boolean', required)
      .addColumn('createdOn', 'text', required)
      .$call(sameClinic('imageId', 'image')),
  )
  await index('restraintCorrection', 'imageId')

  // The user entered kV and mAs, because no generator reported them.
  await db.schema
    .alterTable('imageExposure')
    .addColumn('isTechniqueEntered', 'boolean', flag(false))
    .execute()
}
