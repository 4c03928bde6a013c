import { perTab } from '../browser-storage.ts'

const key = 'return-to'
/** Where nobody wants to come back to after signing in. */
const passing = /^\/(?:login|logout|signin|forgot|resetpassword)(?:[/?#]|$)/iu

/**
 * A path of this application, or nothing. Only a single leading slash counts: `//host` and `/\host`
 * lead to another site, and so does whatever a URL parser makes of control characters.
 */
export function ownPath(text: string | undefined): string | undefined {
  if (text === undefined || !/^\/(?![/\\])[\u0021-\u007E]*$/u.test(text)) return undefined
  const here = 'http://here.invalid'
  let url: URL
  try {
    url = new URL(text, here)
  } catch {
    return undefined
  }
  if (url.origin !== here || url.pathname === '/' || url.pathname.startsWith('//')) return undefined
  const path = `${url.pathname}${url.search}${url.hash}`
  return passing.test(path) ? undefined : path
}

/** The path alone: what was typed on the page is not kept for the next person at this screen. */
export const rememberReturn = (path: string) => perTab.write(key, ownPath(path))

export function takeReturn(): string | undefined {
  const path = ownPath(perTab.read(key))
  perTab.write(key, undefined)
  return path
}
