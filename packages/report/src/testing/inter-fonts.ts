import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { interFiles, readTrueType, withDrawnSigns } from '../fonts/index.ts'
import type { FontFace, TrueTypeFont } from '../fonts/index.ts'

const { resolve } = createRequire(import.meta.url)

export const readInterFile = (face: FontFace): Uint8Array => readFileSync(resolve(interFiles[face]))

const open = (face: FontFace) => withDrawnSigns(readTrueType(readInterFile(face)))

/** The four faces of Inter, read once. */
export const interFonts: Readonly<Record<FontFace, TrueTypeFont>> = {
  regular: open('regular'),
  bold: open('bold'),
  italic: open('italic'),
  boldItalic: open('boldItalic'),
}
