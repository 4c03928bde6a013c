import { Instant, collapsed, email, languages, limits } from '@talus/contract'
import { z } from 'zod'

/** A line break in a subject or a name would begin a header of its own. */
const oneLine = z
  .string()
  .transform((text) => collapsed(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')))
  .pipe(z.string().max(limits.longTextMax))

const Address = email.pipe(z.string().min(1, 'field/required'))
const Recipient = z.object({ address: Address, name: oneLine.optional() })

/** What a feature asks to be sent. */
export const EmailMessage = z.object({
  to: z.array(Recipient).min(1),
  subject: oneLine,
  text: z.string(),
  html: z.string().optional(),
  language: z.enum(languages),
  /** After that the mail would only confuse, such as one with a link that has expired. */
  usefulForMinutes: z.number().positive().optional(),
})
export type EmailMessage = z.input<typeof EmailMessage>

/** What the outbox holds: one per recipient, so that a retry reaches nobody twice. */
export const QueuedEmail = EmailMessage.extend({
  recipient: Address,
  /** Made once, so that a server which got the mail and lost the line knows it when it returns. */
  messageId: z.uuid(),
  queuedOn: Instant,
})
export type QueuedEmail = z.output<typeof QueuedEmail>
