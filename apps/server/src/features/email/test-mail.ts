import type { Language } from '@talus/contract'
import { wordsIn } from '../../http/words.ts'

/** The words of the message that a mailbox sends to itself, to be tried. */
export function testMail({
  language,
  clinic,
  email,
}: {
  readonly language: Language
  readonly clinic: string
  readonly email: string
}) {
  const words = wordsIn(language)
  const text = [words('email:test.text', { clinic, email }), words('email:test.arrived')]
  return {
    language,
    subject: words('email:test.subject', { clinic }),
    text: `${text.join('\n\n')}\n`,
  }
}
