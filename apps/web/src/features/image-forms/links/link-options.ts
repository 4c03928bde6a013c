import { limits, shareRoutes } from '@talus/contract'
import { findSchemaFaults } from '../../../ui/form/schema-faults.ts'

/** The options as typed. Blank days mean the default number, a blank PIN means no PIN. */
export interface LinkOptions {
  readonly days: string
  readonly pin: string
}

export const defaultLinkOptions: LinkOptions = { days: String(limits.shareDays), pin: '' }

const schema = shareRoutes.create.body.pick({ linkDays: true, linkPin: true })

export const toLinkBody = ({ days, pin }: LinkOptions) => ({
  ...(days.trim() !== '' && { linkDays: Number(days) }),
  ...(pin !== '' && { linkPin: pin }),
})

export function findLinkFaults(options: LinkOptions) {
  const { linkDays, linkPin } = findSchemaFaults(schema, toLinkBody(options))
  return { days: linkDays, pin: linkPin }
}
