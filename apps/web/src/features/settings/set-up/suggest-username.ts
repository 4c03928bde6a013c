import { foldText, limits } from '@talus/contract'

/** A username from the name of a person: `marie.cote` for Marie Côté. */
export const suggestUsername = (firstName: string, lastName: string): string =>
  [firstName, lastName]
    .map((name) => foldText(name).replaceAll(/[^\p{L}\p{N}]+/gu, ''))
    .filter((name) => name !== '')
    .join('.')
    .slice(0, limits.usernameMax)
