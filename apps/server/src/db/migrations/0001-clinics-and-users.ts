import { permissionFlags } from '@talus/contract'
import { flag, mayReference, references, required, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

export async function clinicsAndUsers({ table, tableWithId, unique, index, db }: SchemaBuilder) {
  await tableWithId('clinic', (clinic) =>
    clinic
      .addColumn('name', 'text', required)
      .addColumn('search', 'text', required)
      .addColumn('address', 'text', required)
      .addColumn('phone', 'text', required)
      .addColumn('email', 'text', required)
      .addColumn('aeTitle', 'text', required)
      .addColumn('clinicType', 'text', required)
      .addColumn('lang', 'text', required)
      .addColumn('timeZone', 'text', required)
      .addColumn('createdOn', 'text', required)
      .addColumn('isDeleted', 'boolean', flag(false))
      .addColumn('status', 'text', withDefault('Active')),
  )
  await unique('clinic', 'name')
  // The called AE title determines the clinic; many clinics may have none.
  await db.schema
    .createIndex('uq:clinic:aeTitle')
    .unique()
    .on('clinic')
    .column('aeTitle')
    .where('aeTitle', '<>', '')
    .execute()
  await index('clinic', 'search')

  await tableWithId('permissionProfile', (profile) =>
    permissionFlags
      .reduce((columns, name) => columns.addColumn(name, 'boolean', flag(false)), profile)
      .addColumn('status', 'text', withDefault('Active')),
  )

  await tableWithId('user', (user) =>
    user
      .addColumn('username', 'text', required)
      .addColumn('usernameKey', 'text', required)
      .addColumn('firstName', 'text', required)
      .addColumn('lastName', 'text', required)
      .addColumn('search', 'text', required)
      .addColumn('email', 'text', required)
      .addColumn('passwordHash', 'text', required)
      .addColumn('tempPassword', 'text')
      .addColumn('validUntil', 'text')
      .addColumn('createdOn', 'text', required)
      .addColumn('clinicId', 'bigint', mayReference('clinic'))
      .addColumn('permissionProfileId', 'bigint', references('permissionProfile'))
      .addColumn('maxClinicCount', 'integer')
      .addColumn('isDeleted', 'boolean', flag(false)),
  )
  await unique('user', 'usernameKey')
  await unique('user', 'permissionProfileId')
  await index('user', 'clinicId')
  await index('user', 'search')

  await table('userClinic', (assigned) =>
    assigned
      .addColumn('userId', 'bigint', references('user', 'cascade'))
      .addColumn('clinicId', 'bigint', references('clinic', 'cascade'))
      .addPrimaryKeyConstraint('pk:userClinic', ['userId', 'clinicId']),
  )
  await index('userClinic', 'clinicId')

  await tableWithId('doctor', (doctor) =>
    doctor
      .addColumn('firstName', 'text', required)
      .addColumn('lastName', 'text', required)
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('createdOn', 'text', required)
      .addColumn('role', 'integer', required)
      .addColumn('isActive', 'boolean', flag(true))
      .addColumn('isDeleted', 'boolean', flag(false)),
  )
  await index('doctor', 'clinicId')
  await unique('doctor', 'clinicId', 'id')
}
