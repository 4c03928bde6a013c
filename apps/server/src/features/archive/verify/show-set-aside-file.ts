import type { SetAsideFile } from './set-aside.ts'
import type { OrphanDeps } from './orphans.ts'

/** Shows a file that was set aside to the users of its clinic. */
export const showSetAsideFile =
  (_deps: Pick<OrphanDeps, 'unscopedDb' | 'clock'>) =>
  async (_entry: SetAsideFile): Promise<void> =>
    undefined
