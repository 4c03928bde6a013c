import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordMutation } from './mutation.ts'

/** The own macros for the texts of cases: of the radiologist, not of a clinic. */
const macros = ['case-macros'] as const

export const caseMacrosQuery = queryOptions({
  queryKey: macros,
  queryFn: ({ signal }) => call(routes.radCase.macros, {}, { signal, isQuiet: true }),
  // A report can be written without them.
  meta: { showsOwnError: true },
})

const effects = { makesStale: [macros] }

export const caseMacroMutations = {
  add: recordMutation(routes.radCase.addMacro, effects),
  update: recordMutation(routes.radCase.updateMacro, effects),
  remove: recordMutation(routes.radCase.removeMacro, effects),
}
