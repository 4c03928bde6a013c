import { Instant, collapseWhitespace, email, languages, limits } from '@talus/contract'
import { z } from 'zod'

/** A line break in a subject or a name would start another header. */
const oneLine = z
  .string()
  .transform((text) => collapseWhitespace(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')))
  .pipe(z.string().max(limits.longTextMax))

const Address = email.pipe(z.string().min(1, 'field/required'))
const Recipient = z.object({ address: Address, name: oneLine.optional() })

/** A mail as a feature requests it. */
export const EmailMessage = z.object({
  to: z.array(Recipient).min(1),
  subject: oneLine,
  text: z.string(),
  html: z.string().optional(),
  language: z.enum(languages),
  /** Later the mail would only confuse, such as one with an expired link. */
  usefulForMinutes: z.number().positive().optional(),
})
export type EmailMessage = z.input<typeof EmailMessage>

/** A mail in the outbox: one per recipient, so that a retry reaches no recipient twice. */
export const QueuedEmail = EmailMessage.extend({
  recipient: Address,
  /**
   * Created once, so that a mail server that received the mail before the connection broke
   * recognises the retry.
   */
  messageId: z.uuid(),
  queuedOn: Instant,
})
export type QueuedEmail = z.output<typeof QueuedEmail>
