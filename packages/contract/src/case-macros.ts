import { z } from 'zod'
import { Instant } from './fields.ts'
import { CaseMacroId } from './ids.ts'
import { macroFields } from './report-texts.ts'
import { defineRoute } from './route.ts'

/** A macro of a radiologist for the texts of cases. It belongs to the user: they have no clinic. */
export const CaseMacro = z.object({
  id: CaseMacroId,
  ...macroFields,
  version: z.int().positive(),
  changedOn: Instant,
})
export type CaseMacro = z.output<typeof CaseMacro>

const own = { needs: 'case.answer', clinic: 'none' } as const
const byMacro = z.object({ id: CaseMacroId })

export const caseMacroRoutes = {
  macros: defineRoute({
    ...own,
    method: 'GET',
    path: '/account/caseMacro',
    summary: 'The own macros for the texts of cases, by shortcut',
    response: z.array(CaseMacro),
  }),
  addMacro: defineRoute({
    ...own,
    method: 'POST',
    path: '/account/caseMacro',
    summary: 'Add an own macro for the texts of cases',
    body: z.object(macroFields),
    response: CaseMacro,
  }),
  updateMacro: defineRoute({
    ...own,
    method: 'PUT',
    path: '/account/caseMacro/:id',
    summary: 'Change an own macro; a change that is based on another version is refused',
    params: byMacro,
    body: z.object({ ...macroFields, version: z.int().positive() }),
    response: CaseMacro,
  }),
  removeMacro: defineRoute({
    ...own,
    method: 'DELETE',
    path: '/account/caseMacro/:id',
    summary: 'Remove an own macro',
    params: byMacro,
  }),
}
