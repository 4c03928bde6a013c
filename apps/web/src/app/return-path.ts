import { tabStorage } from '../browser-storage.ts'

const key = 'return-to'
/** Pages to which the user is not returned after signing in. */
const excludedPaths = /^\/(?:login|logout|signin|forgot|resetpassword)(?:[/?#]|$)/iu

/**
 * Returns the text if it is a path of this application. It must start with a single slash: `//host`
 * and `/\host` lead to another site, and URL parsers can turn control characters into the same.
 */
export function parseOwnPath(text: string | undefined): string | undefined {
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
  return excludedPaths.test(path) ? undefined : path
}

/** Stores the path only: form input must not be stored for the next user of this computer. */
export const storeReturnPath = (path: string) => tabStorage.write(key, parseOwnPath(path))

export function takeReturnPath(): string | undefined {
  const path = parseOwnPath(tabStorage.read(key))
  tabStorage.write(key, undefined)
  return path
}
