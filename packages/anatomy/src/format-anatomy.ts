import type { Language } from '@talus/contract/enumerations'
import { bodyParts, isBodyPart } from './body-parts.ts'
import { findHumanPart } from './human.ts'
import type { LocalizedNames } from './localized-names.ts'
import { speciesEntries } from './species.ts'
import { findDentalRegion, quadrantNames, toothKindNames } from './teeth.ts'
import type { DentalRegion } from './teeth.ts'
import { isView } from './views.ts'

interface ImageAnatomy {
  readonly bodyPart: string
  readonly bodyPartView: string
}

/** `104 · Right upper, Canine` */
const formatDentalRegion = ({ teeth, quadrant, kind }: DentalRegion, language: Language) =>
  `${teeth.join(', ')} · ${quadrantNames[quadrant][language]}, ${toothKindNames[kind][language]}`

/**
 * Translates a stored body part; a name that another system or a user wrote is returned as it is.
 */
export function formatBodyPart(stored: string, language: Language): string {
  if (isBodyPart(stored)) return bodyParts[stored].names[language]
  const human = findHumanPart(stored)
  if (human) return human.names[language]
  const region = findDentalRegion(stored)
  return region ? formatDentalRegion(region, language) : formatForeignPart(stored, language)
}

/** A part in the words of another system: only the side that precedes them is translated. */
function formatForeignPart(stored: string, language: Language): string {
  const found = language === 'fr' ? /^(?<side>Left|Right) (?<part>.+)$/u.exec(stored) : null
  if (!found?.groups) return stored
  return `${found.groups['part']} (${found.groups['side'] === 'Left' ? 'gauche' : 'droite'})`
}

/**
 * Abbreviations that differ by language. In French the side has its own letter, because R and L are
 * no words there.
 */
const viewTexts: Readonly<Record<string, LocalizedNames>> = {
  RLAT: { en: 'RLAT', fr: 'LAT D' },
  LLAT: { en: 'LLAT', fr: 'LAT G' },
}

/** The abbreviation of a stored view on a screen or in print; an unknown view is in capitals. */
export function formatView(stored: string, language: Language): string {
  const view = stored.toUpperCase()
  return viewTexts[view]?.[language] ?? view
}

/** Converts a typed abbreviation to the stored view; other text is returned as it is. */
export function parseViewText(typed: string, language: Language): string {
  const text = typed.trim().toUpperCase().replaceAll(/\s+/gu, ' ')
  const found = Object.entries(viewTexts).find(([, names]) => names[language] === text)
  if (found) return found[0]
  return isView(text) ? text : typed.trim()
}

/**
 * Translates a species that a file names with a word of ours, such as `Canine`; other words are
 * returned as they are. In English the word of the file stays.
 */
export function formatSpeciesText(text: string, language: Language): string {
  if (language === 'en') return text
  const word = text.toLowerCase()
  const found = Object.values(speciesEntries).find(({ dicomDescription, names }) =>
    [dicomDescription, names.en].some((name) => name.toLowerCase() === word),
  )
  return found?.names[language] ?? text
}

/**
 * Translates the description of a series if it is a body part with or without a view, as our own
 * files have it. A description in other words is returned as it is: half a translation misleads.
 */
export function formatSeriesDescription(text: string, language: Language): string {
  if (language === 'en') return text
  const isKnownPart = (part: string) =>
    isBodyPart(part) || findHumanPart(part) !== undefined || findDentalRegion(part) !== undefined
  if (isKnownPart(text)) return formatBodyPart(text, language)
  const at = text.lastIndexOf(' ')
  const [bodyPart, bodyPartView] = [text.slice(0, at), text.slice(at + 1)]
  return at > 0 && isKnownPart(bodyPart) && isView(bodyPartView)
    ? formatImageAnatomy({ bodyPart, bodyPartView }, language)
    : text
}

/** The name of an image: its body part and view, if they are known. */
export const formatImageAnatomy = (
  { bodyPart, bodyPartView }: ImageAnatomy,
  language: Language,
): string =>
  [formatBodyPart(bodyPart, language), formatView(bodyPartView, language)].filter(Boolean).join(' ')
