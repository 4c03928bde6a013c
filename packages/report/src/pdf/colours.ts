import type { Colour } from './pdf-page.ts'

const fromHex = (hex: string): Colour => {
  const part = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255
  return [part(0), part(2), part(4)]
}

/** The colours of a printed report; each text colour has a contrast of at least 4.5:1 on white. */
export const colours = {
  text: fromHex('17212b'),
  muted: fromHex('5a6772'),
  accent: fromHex('0b726b'),
  rule: fromHex('cdd5da'),
  panel: fromHex('f3f6f7'),
} as const
