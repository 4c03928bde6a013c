const semicolonList = /(?:[^;"]|"(?:[^"\\]|\\.)*")+/gu

const unquote = (text: string) =>
  text.startsWith('"') ? text.slice(1, -1).replaceAll(/\\(.)/gu, '$1') : text

/** Parses a media type and its parameters, whose names are in lower case. */
export function parseMediaType(text: string) {
  const [type = '', ...rest] = (text.match(semicolonList) ?? []).map((part) => part.trim())
  const parameters = new Map<string, string>()
  for (const parameter of rest) {
    const at = parameter.indexOf('=')
    if (at <= 0) continue
    const name = parameter.slice(0, at).trim().toLowerCase()
    if (!parameters.has(name)) parameters.set(name, unquote(parameter.slice(at + 1).trim()))
  }
  return { type: type.toLowerCase(), parameters }
}
