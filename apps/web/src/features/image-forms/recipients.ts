import { emailPattern } from '@talus/contract'

/** A form keeps a list as one text; an address has no line in it. */
export const asList = (text: string): readonly string[] => text.split('\n').filter(Boolean)
export const asText = (list: readonly string[]) => list.join('\n')

export const isAddress = (text: string) => emailPattern.test(text)

/** The first that is no address, to be named. */
export const faultyRecipient = (recipients: readonly string[]) =>
  recipients.find((one) => !isAddress(one))
