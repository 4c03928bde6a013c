import { z } from 'zod'
import { BridgeSensorStatus } from './bridge.ts'
import { Instant } from './fields.ts'
import { StudyId } from './ids.ts'

/**
 * Identifies an open page of a browser, which creates it when it is loaded. Sensor and generator
 * are leased to one page and its study: two windows of a user are two pages.
 */
export const PageId = z.string().regex(/^[\w-]{8,64}$/u)
export type PageId = z.output<typeof PageId>

/**
 * The capture that a sensor, and with it the generator, is leased to. A user outside of its clinic
 * only learns that the sensor is in use.
 */
export const SensorUse = z.discriminatedUnion('scope', [
  z.object({
    scope: z.literal('clinic'),
    studyId: StudyId,
    page: PageId.nullable(),
    userName: z.string(),
    patientName: z.string(),
    since: Instant,
  }),
  z.object({ scope: z.literal('elsewhere') }),
])
export type SensorUse = z.output<typeof SensorUse>

/** The status of a sensor for a user: the use instead of the lease, which names its holder. */
export const SensorStatusOfUser = BridgeSensorStatus.omit({ lease: true }).extend({
  use: SensorUse.nullable(),
})
export type SensorStatusOfUser = z.output<typeof SensorStatusOfUser>
/** The specification requires the state below `status`. */
export const SensorStatusReply = z.object({ status: SensorStatusOfUser })
