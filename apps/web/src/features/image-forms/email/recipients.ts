import { emailPattern } from '@talus/contract'

/** A form stores a list as one text; line breaks separate the addresses, which contain none. */
export const splitRecipients = (text: string): readonly string[] => text.split('\n').filter(Boolean)
export const joinRecipients = (list: readonly string[]) => list.join('\n')

export const isEmailAddress = (text: string) => emailPattern.test(text)

/** Finds the first recipient that is not an e-mail address, for the error message. */
export const findInvalidRecipient = (recipients: readonly string[]) =>
  recipients.find((one) => !isEmailAddress(one))
