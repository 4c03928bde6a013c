import { limits, shareRoutes } from '@talus/contract'
import { schemaFaults } from '../../ui/form/schema-faults.ts'

/** As they are typed. Blank days are the usual number, a blank PIN is none. */
export interface LinkOptions {
  readonly days: string
  readonly pin: string
}

export const usualOptions: LinkOptions = { days: String(limits.shareDays), pin: '' }

const schema = shareRoutes.create.body.pick({ linkDays: true, linkPin: true })

export const linkBody = ({ days, pin }: LinkOptions) => ({
  ...(days.trim() !== '' && { linkDays: Number(days) }),
  ...(pin !== '' && { linkPin: pin }),
})

export function linkFaults(options: LinkOptions) {
  const { linkDays, linkPin } = schemaFaults(schema, linkBody(options))
  return { days: linkDays, pin: linkPin }
}
