import { isCaseReach } from '@talus/contract'
import type { ClinicId, Reach } from '@talus/contract'
import type { Compilable } from 'kysely'
import { ClinicDb } from './clinic-db.ts'
import { prepareQuery } from './prepared-query.ts'

const getOnlyClinic = (reach: Reach): ClinicId | undefined =>
  reach === 'every-clinic' || isCaseReach(reach) || reach.length !== 1 ? undefined : reach[0]

/**
 * Builds a query of a clinic-bounded handle once; see `prepareQuery`. The clinic is a value like the
 * others, so that a query is bounded by the handle with which it runs. For a handle of several
 * clinics the query is built each time: its text depends on their number.
 */
export function prepareClinicQuery<Values extends object, Row>(
  build: (db: ClinicDb, values: Values) => Compilable<Row>,
) {
  const run = prepareQuery(
    (unscopedDb, { clinicOfHandle, ...values }: Values & { readonly clinicOfHandle: ClinicId }) =>
      build(new ClinicDb(unscopedDb, [clinicOfHandle]), values as unknown as Values),
  )
  return async (db: ClinicDb, values: Values): Promise<readonly Row[]> => {
    const clinicOfHandle = getOnlyClinic(db.reach)
    if (clinicOfHandle !== undefined) return run(db.unscopedDb, { ...values, clinicOfHandle })
    return (await db.unscopedDb.executeQuery<Row>(build(db, values).compile())).rows
  }
}
