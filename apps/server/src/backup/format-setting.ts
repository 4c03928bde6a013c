/**
 * Writes a setting as a line of the file `.env`. Between double quotes, Node reads `\n` of a path of
 * Windows as a line break; without quotes, a `#` begins a comment.
 */
export function formatSetting(name: string, value: string): string {
  if (!/["'`#]|^\s|\s$/u.test(value)) return `${name}=${value}`
  const quote = ["'", '`', '"'].find((one) => !value.includes(one)) ?? ''
  return `${name}=${quote}${value}${quote}`
}
