import { routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount } from '../../../http/mount.ts'
import { addMacro, listMacros, removeMacro, updateMacro } from './macros.service.ts'

export function caseMacroRoutes(mount: Mount, { clock }: { readonly clock: Clock }) {
  mount(routes.radCase.macros, (call) => listMacros(call))
  mount(routes.radCase.addMacro, ({ body, ...call }) => addMacro({ ...call, clock }, body))
  mount(routes.radCase.updateMacro, ({ body, params, ...call }) =>
    updateMacro({ ...call, clock }, params.id, body),
  )
  mount(routes.radCase.removeMacro, ({ params, ...call }) =>
    removeMacro({ ...call, clock }, params.id),
  )
}
