import type { Language } from '@talus/contract'
import { getTranslator } from '../../http/translations.ts'

/** The test message that a mailbox sends to itself. */
export function createTestMail({
  language,
  clinic,
  email,
}: {
  readonly language: Language
  readonly clinic: string
  readonly email: string
}) {
  const translate = getTranslator(language)
  const text = [translate('email:test.text', { clinic, email }), translate('email:test.arrived')]
  return {
    language,
    subject: translate('email:test.subject', { clinic }),
    text: `${text.join('\n\n')}\n`,
  }
}
