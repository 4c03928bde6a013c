const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The name that an answer gives its file, RFC 6266; the encoded one knows every letter. */
export function fileNameOf(headers: Headers): string | undefined {
  const disposition = headers.get('content-disposition') ?? ''
  const encoded = /filename\*\s*=\s*utf-8''([^;\s]+)/iu.exec(disposition)?.[1]
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/iu.exec(disposition)?.[1]
  const bare = /filename\s*=\s*([^;"\s]+)/iu.exec(disposition)?.[1]
  const name = (encoded && decoded(encoded)) ?? quoted?.replaceAll(/\\(.)/gu, '$1') ?? bare
  // A name, never a path.
  return name?.split(/[/\\]/u).at(-1) || undefined
}
