import type { Language } from '@talus/contract'
import { frenchBreeds } from './breeds-french.ts'

/**
 * The name of a stored breed in a language; the name of another system's list is returned as it is.
 */
export const formatBreed = (stored: string, language: Language): string =>
  language === 'fr' ? (frenchBreeds[stored] ?? stored) : stored
