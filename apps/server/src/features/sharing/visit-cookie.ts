import type { ShareId } from '@talus/contract'
import { z } from 'zod'
import type { SecretBox } from '../../secrets/secret-box.ts'

const name = 'talus_share'
const minutes = 30
const Pass = z.object({ shareId: z.number(), until: z.number() })

/**
 * Creates a cookie that proves the PIN was entered: for one link, for a limited time, and encrypted
 * by this server.
 */
export function createPassCookie(
  { secrets, now }: { readonly secrets: SecretBox; readonly now: Date },
  { shareId, path, isSecure }: { shareId: ShareId; path: string; isSecure: boolean },
): string {
  const until = now.getTime() + minutes * 60_000
  const value = secrets.seal(JSON.stringify({ shareId, until }))
  const parts = [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${minutes * 60}`,
    'HttpOnly',
    'SameSite=Strict',
  ]
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}

export function hasPass(
  { secrets, now }: { readonly secrets: SecretBox; readonly now: Date },
  cookies: string | undefined,
  shareId: ShareId,
): boolean {
  const values = (cookies ?? '')
    .split(/;\s*/u)
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1))
  return values.some((value) => {
    const pass = read(secrets, value)
    return pass?.shareId === shareId && pass.until > now.getTime()
  })
}

function read(secrets: SecretBox, value: string) {
  try {
    return Pass.parse(JSON.parse(secrets.open(value)))
  } catch {
    // Not a cookie of this server, or encrypted with another key.
    return undefined
  }
}
