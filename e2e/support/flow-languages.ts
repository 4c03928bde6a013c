import type { Language } from './i18n-texts.ts'

/** The languages of a flow: the usual one, and both with `npm test -- --all`. */
export const listFlowLanguages = (usual: Language): readonly Language[] =>
  process.env.TEST_ALL === '1' ? ['en', 'fr'] : [usual]
