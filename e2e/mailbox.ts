import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Variant } from './servers.ts'
import { servers } from './servers.ts'
import PostalMime, { type Email } from 'postal-mime'

async function letters(variant: Variant): Promise<Email[]> {
  const folder = join(servers[variant].data, 'mail')
  const names = await readdir(folder).catch(() => [])
  return Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  )
}

/** Without SMTP settings, mail is written to a folder: the latest letter that holds these words. */
export async function letterWith(variant: Variant, text: string): Promise<Email> {
  let found: Email | undefined
  await expect
    .poll(
      async () => {
        const all = await letters(variant)
        found = all.findLast((letter) => `${letter.text} ${letter.html}`.includes(text))
        return found !== undefined
      },
      { message: `a letter with ${text}`, timeout: 15_000 },
    )
    .toBe(true)
  if (!found) throw new Error('unreachable')
  return found
}

/** The token of the reset link in a letter. */
export function resetTokenIn(letter: Email): string {
  const token = /\/resetpassword\/([\w.~%-]+)/u.exec(letter.text ?? '')?.[1]
  if (token === undefined) throw new Error(`no reset link in: ${letter.text}`)
  return token
}
