import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Variant } from './servers.ts'
import { servers } from './servers.ts'
import PostalMime, { type Email } from 'postal-mime'

async function readMessages(variant: Variant): Promise<Email[]> {
  const folder = join(servers[variant].data, 'mail')
  const names = await readdir(folder).catch(() => [])
  return Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  )
}

/**
 * Waits for the latest message with this text. Without SMTP settings, the server writes mail to a
 * folder.
 */
export async function waitForMessage(variant: Variant, text: string): Promise<Email> {
  let found: Email | undefined
  await expect
    .poll(
      async () => {
        const all = await readMessages(variant)
        found = all.findLast((message) => `${message.text} ${message.html}`.includes(text))
        return found !== undefined
      },
      { message: `a message with ${text}`, timeout: 15_000 },
    )
    .toBe(true)
  if (!found) throw new Error('unreachable')
  return found
}

/** The token of the reset link in a message. */
export function extractResetToken(message: Email): string {
  const token = /\/resetpassword\/#([\w.~%-]+)/u.exec(message.text ?? '')?.[1]
  if (token === undefined) throw new Error(`no reset link in: ${message.text}`)
  return token
}
