/**
 * The offsets at which a line may end. These are our own rules and not those of Unicode (UAX #14),
 * because editor and PDF both follow this function and none has to agree with a browser:
 *
 * - behind a run of spaces, and not before punctuation that French sets apart, nor behind «, nor
 *   between a number and what follows it (12 mm, 14 h 30, 5 %);
 * - behind a hyphen or dash between letters (ventro-dorsale, T4–T12), and behind a slash in words;
 * - never at a no-break space (U+00A0, U+202F) or a no-break hyphen (U+2011).
 */
export function findBreakOpportunities(text: string): number[] {
  const ends: number[] = []
  for (let at = 1; at < text.length; at++) {
    if (canEndLine(text, at)) ends.push(at)
  }
  ends.push(text.length)
  return ends
}

const isSpace = (sign: string) => sign === ' '
const spacedPunctuation = /[;:!?»%‰°)\]}]/u
const opening = /[«([{]/u
/** Units and signs that belong to the number before them. */
const unit =
  /^(?:[kcmµμ]?[gmlLJV]|mm|cm|dm|km|kg|mg|[µμ]g|ng|m[lL]|dL|kV|mA|mAs|ms|Hz|kHz|MHz|kPa|mmHg|s|h|min|v|UI|IU|HU|UH|px|ans?|mois|jours?|years?|months?|days?)(?![\p{L}\p{N}])/u

function canEndBehindSpace(text: string, at: number): boolean {
  const next = text.charAt(at)
  if (isSpace(next)) return false
  if (spacedPunctuation.test(next)) return false
  let last = at - 1
  while (last >= 0 && isSpace(text.charAt(last))) last--
  // Leading spaces of a paragraph stay with its first word.
  if (last < 0) return false
  const before = text.charAt(last)
  if (opening.test(before) && last === at - 2) return false
  return !(/\d/u.test(before) && unit.test(text.slice(at, at + 8)))
}

function canEndLine(text: string, at: number): boolean {
  const [before, next] = [text.charAt(at - 1), text.charAt(at)]
  if (isSpace(before)) return canEndBehindSpace(text, at)
  if (isSpace(next)) return false
  if (/[-–/]/u.test(before)) {
    // "-5" and "12/11" stay whole; "fémoro-tibial" and "T4–T12" do not have to.
    const previous = text.charAt(at - 2)
    return /\p{L}/u.test(next) && /[\p{L}\p{N}]/u.test(previous)
  }
  return before === '—' && /[\p{L}\p{N}]/u.test(next)
}
