const tryDecode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Reads the file name of a response (Content-Disposition, RFC 6266). The encoded form is preferred,
 * because the plain one is limited to ASCII.
 */
export function parseFileName(headers: Headers): string | undefined {
  const disposition = headers.get('content-disposition') ?? ''
  const encoded = /filename\*\s*=\s*utf-8''([^;\s]+)/iu.exec(disposition)?.[1]
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/iu.exec(disposition)?.[1]
  const bare = /filename\s*=\s*([^;"\s]+)/iu.exec(disposition)?.[1]
  const name = (encoded && tryDecode(encoded)) ?? quoted?.replaceAll(/\\(.)/gu, '$1') ?? bare
  // Only the last segment is kept, so that a server cannot choose the folder.
  return name?.split(/[/\\]/u).at(-1) || undefined
}
