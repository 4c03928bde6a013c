export const fontFaces = ['regular', 'bold', 'italic', 'boldItalic'] as const
export type FontFace = (typeof fontFaces)[number]

/**
 * The font file of each face, as a path inside node_modules. The static files, not the variable Inter
 * of the interface, whose widths differ. "Bold" is the semi-bold of Inter: on paper it separates as
 * clearly and is quieter.
 */
export const interFiles: Readonly<Record<FontFace, string>> = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  bold: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  italic: '@expo-google-fonts/inter/400Regular_Italic/Inter_400Regular_Italic.ttf',
  boldItalic: '@expo-google-fonts/inter/600SemiBold_Italic/Inter_600SemiBold_Italic.ttf',
}

/** Units of an em in Inter; advances are in these. */
export const unitsPerEm = 2048

/** Printed for a character that neither Inter nor `drawn-signs.ts` has: a white square. */
export const substituteCodePoint = 0x25a1
