/** Long enough for any browser to have begun reading; one that is let go at once saves nothing. */
const keptMs = 60_000

/** Hands the browser a file, which it saves as it saves any download. */
export function saveFile(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
}
