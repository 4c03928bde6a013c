/**
 * Text as a report stores it: composed (NFC), so that editor and PDF count the same characters, and
 * without characters that have no shape. Line ends and tabs become spaces, because a paragraph is
 * one line of text to the layout engine.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu, ' ')
    // Variation selectors, which phones add to signs such as ♂, choose between two pictures of a sign.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Variation_Selector}]/gu, '')
    // Last, because an invisible character between a letter and its accent prevents composing.
    .normalize('NFC')

/** The same for a title or a caption, which has no space at its ends and none twice. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll(/ +/gu, ' ').trim()
