const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

export const escapeXml = (text: string) =>
  text.replaceAll(/[&<>]/gu, (character) => entities[character] ?? character)
