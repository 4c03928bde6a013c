import { references, required, sameClinic } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * The claims of files that a user has filed in one study, and the patient IDs that animals had
 * before a correction.
 */
export async function rememberedNumbers({ table, index }: SchemaBuilder) {
  await table('studyClaim', (claim) =>
    claim
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('studyId', 'bigint', required)
      // As in `patientAlias`.
      .addColumn('claimKey', 'text', required)
      .addPrimaryKeyConstraint('pk:studyClaim', ['clinicId', 'studyId', 'claimKey'])
      .$call(sameClinic('studyId', 'study')),
  )
  await table('formerNumber', (former) =>
    former
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('number', 'text', required)
      .addColumn('patientDatabaseId', 'bigint', required)
      .addColumn('changedOn', 'text', required)
      .addPrimaryKeyConstraint('pk:formerNumber', ['clinicId', 'number', 'patientDatabaseId'])
      .$call(sameClinic('patientDatabaseId', 'patient')),
  )
  await index('formerNumber', 'patientDatabaseId')
}
