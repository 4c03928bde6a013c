import { z } from 'zod'
import { requiredText } from './fields.ts'
import { limits } from './limits.ts'
import { hasInvisible } from './text.ts'

/** Scripts that are written together. Every other pair of scripts in one name is suspicious. */
const scripts: readonly RegExp[] = [
  /[\p{Script=Latin}]/u,
  /[\p{Script=Cyrillic}]/u,
  /[\p{Script=Greek}]/u,
  /[\p{Script=Armenian}]/u,
  /[\p{Script=Hebrew}]/u,
  /[\p{Script=Arabic}]/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
]
const anyScript = /[\p{Script=Common}\p{Script=Inherited}]/u

/** Cyrillic and Greek letters that look like Latin ones. */
const likeLatin = /^[аеорсухіјѕԁԛԝһӏАВЕКМНОРСТХУІЈЅαοινρυχωΑΒΕΖΗΙΚΜΝΟΡΤΥΧ\P{L}]*$/u

/** Whether a user might take the name for another one, such as "rооt" with Cyrillic letters. */
function isLookAlike(name: string): boolean {
  const letters = Array.from(name).filter((letter) => !anyScript.test(letter))
  const used = new Set(letters.map((letter) => scripts.findIndex((script) => script.test(letter))))
  if (used.size > 1) return true
  const isLatin = letters.every((letter) => /\p{Script=Latin}/u.test(letter))
  return !isLatin && likeLatin.test(name)
}

/** Full-width and other forms of the same letters are one name. */
export const normalizeUsername = (name: string) => name.normalize('NFKC')

/** The name of a new user; a user signs in with any spelling that normalizes to it. */
export const Username = requiredText(limits.usernameMax)
  .transform(normalizeUsername)
  .pipe(
    z
      .string()
      .max(limits.usernameMax, 'field/too-long')
      .refine((name) => !hasInvisible(name), 'field/invisible-characters')
      .refine((name) => !isLookAlike(name), 'field/look-alike'),
  )
