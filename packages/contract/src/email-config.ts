import { z } from 'zod'
import { ClinicId, EmailConfigId, ImageId } from './ids.ts'
import { ignoreRestOf } from './ignored-fields.ts'
import { emailDefaults, limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { linkOptions } from './share.ts'
import { email, Host, multilineText, plainText } from './fields.ts'

/** The password is write-only; a response shows only whether one is set. */
export const EmailConfig = z.object({
  id: EmailConfigId,
  clinicId: ClinicId,
  email: z.string(),
  hostName: z.string(),
  smtpPort: z.int(),
  hasPassword: z.boolean(),
})
export type EmailConfig = z.output<typeof EmailConfig>

/** The initial values of a new configuration. */
export const EmailConfigDefaults = EmailConfig.pick({ hostName: true, smtpPort: true })
export type EmailConfigDefaults = z.output<typeof EmailConfigDefaults>

const requiredEmail = email.pipe(z.string().min(1, 'field/required'))
export const EmailConfigDraft = ignoreRestOf(
  EmailConfig,
  z.object({
    clinicId: ClinicId.optional(),
    email: requiredEmail,
    hostName: Host,
    smtpPort: z.coerce
      .number<number | string>()
      .int('field/port')
      .min(1, 'field/port')
      .max(65_535, 'field/port')
      .default(emailDefaults.port),
    password: z.string().min(1, 'field/required').max(limits.textMax, 'field/too-long'),
  }),
)
/** Without a password the stored one is kept. */
export const EmailConfigChange = ignoreRestOf(
  EmailConfig,
  EmailConfigDraft.partial({ password: true }).extend({ id: EmailConfigId }),
)

/**
 * The recipients whom the mail server accepted, and those for whom it is retried, with the reason.
 */
export const SentEmail = z.object({
  sent: z.array(z.string()),
  waiting: z.array(z.object({ recipient: z.string(), reason: z.string() })),
})
export type SentEmail = z.output<typeof SentEmail>

export const emailConfigRoutes = {
  ofClinic: defineRoute({
    method: 'GET',
    path: '/emailConfig',
    summary: 'The e-mail configuration of a clinic',
    needs: 'email-config.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional() }),
    response: z.array(EmailConfig),
  }),
  defaults: defineRoute({
    method: 'GET',
    path: '/emailConfig/defaults',
    summary: 'The initial values of a new e-mail configuration',
    needs: 'email-config.manage',
    clinic: 'none',
    response: EmailConfigDefaults,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/emailConfig',
    summary: 'Set up e-mail',
    needs: 'email-config.manage',
    clinic: { in: 'body', name: 'clinicId' },
    body: EmailConfigDraft,
    response: EmailConfig,
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/emailConfig',
    summary: 'Change the e-mail configuration',
    needs: 'email-config.manage',
    clinic: 'reach',
    body: EmailConfigChange,
    response: EmailConfig,
  }),
  test: defineRoute({
    method: 'POST',
    path: '/emailConfig/send/:id/test',
    summary: 'Send a test message',
    needs: 'email-config.manage',
    clinic: 'reach',
    params: z.object({ id: EmailConfigId }),
  }),
  send: defineRoute({
    method: 'POST',
    path: '/emailConfig/send',
    summary: 'Send images by e-mail',
    needs: 'image.email',
    clinic: 'reach',
    body: z.object({
      emailConfigId: EmailConfigId,
      imageIdList: z.array(ImageId).max(10_000),
      emailReceiver: z.array(requiredEmail).min(1, 'field/required').max(50),
      emailSubject: plainText().default(emailDefaults.subject),
      emailBody: multilineText().default(''),
      /** The spelling is that of the specification. */
      appendDownoadLinkCheckbox: z.boolean().default(false),
      ...linkOptions,
    }),
    response: SentEmail,
  }),
}
