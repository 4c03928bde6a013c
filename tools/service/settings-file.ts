const assignment = /^([A-Z][A-Z0-9_]*)=(.*)$/su

export interface Setting {
  readonly name: string
  readonly value: string
}

/** Reads `NAME=value`; undefined for anything else. */
export function parseSetting(text: string): Setting | undefined {
  const [, name, value] = assignment.exec(text) ?? []
  return name === undefined || value === undefined || /["\n\r]/u.test(value)
    ? undefined
    : { name, value }
}

/** Between double quotes, Node reads `\n` of `C:\new` as a line break. */
function chooseQuote(value: string): string {
  if (!value.includes('\\')) return '"'
  return value.includes("'") ? '`' : "'"
}

/** Sets values in the text of a file `.env`: other lines and comments stay as they are. */
export function setValues(text: string, settings: readonly Setting[]): string {
  const lines = text === '' ? [] : text.replace(/\n$/u, '').split('\n')
  for (const { name, value } of settings) {
    const quote = chooseQuote(value)
    const line = `${name}=${quote}${value}${quote}`
    const index = lines.findIndex((existing) => assignment.exec(existing.trim())?.[1] === name)
    if (index === -1) lines.push(line)
    else lines[index] = line
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}
