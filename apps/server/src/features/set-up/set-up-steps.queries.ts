import type { ClinicId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'

/** All bounded to one clinic by their handle. */

export const hasClinic = async (db: ClinicDb): Promise<boolean> =>
  (await db
    .selectFrom('clinic')
    .select('clinic.id')
    .where('clinic.isDeleted', '=', false)
    .where('clinic.address', '!=', '')
    .executeTakeFirst()) !== undefined

export const hasAdministrator = async (db: ClinicDb): Promise<boolean> =>
  (await db
    .selectFrom('user')
    .innerJoin('permissionProfile', 'permissionProfile.id', 'user.permissionProfileId')
    .select('user.id')
    .where('user.isDeleted', '=', false)
    .where('permissionProfile.status', '=', 'Active')
    .where((expression) =>
      expression.or([
        expression('permissionProfile.clinicAdmin', '=', true),
        expression('permissionProfile.superAdmin', '=', true),
      ]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined

export const hasSensor = async (db: ClinicDb): Promise<boolean> =>
  (await db
    .selectFrom('sensor')
    .select('sensor.id')
    .where('sensor.isEnabled', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const hasMailbox = async (db: ClinicDb): Promise<boolean> =>
  (await db
    .selectFrom('emailConfig')
    .select('emailConfig.id')
    .where('emailConfig.password', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** A server that images are sent to, or a device that sends images. */
export async function hasDicomPeer(db: ClinicDb): Promise<boolean> {
  const server = await db
    .selectFrom('dicomServer')
    .select('dicomServer.id')
    .limit(1)
    .executeTakeFirst()
  if (server) return true
  const device = await db
    .selectFrom('dicomDevice')
    .select('dicomDevice.id')
    .limit(1)
    .executeTakeFirst()
  return device !== undefined
}

export async function listSkipped(db: ClinicDb): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('skippedStep').select('skippedStep.step').execute()
  return new Set(rows.map(({ step }) => step))
}

export async function addSkipped(db: ClinicDb, clinicId: ClinicId, step: string) {
  await db
    .insertInto('skippedStep', { clinicId, step })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeSkipped(db: ClinicDb, step: string) {
  await db.deleteFrom('skippedStep').where('skippedStep.step', '=', step).execute()
}
