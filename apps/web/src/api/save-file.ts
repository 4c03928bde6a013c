/** Long enough for any browser to start reading; a URL that is revoked at once saves nothing. */
const revokeAfterMs = 60_000

/** Saves a file as a browser download. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
