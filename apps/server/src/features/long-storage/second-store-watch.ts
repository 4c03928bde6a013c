import { join } from 'node:path'
import type { SecondStoreState } from '@talus/contract'
import type { Logger } from '@talus/node-kit/logger'
import {
  namePlace,
  readSecondStoreContent,
  secondStoreContentFile,
  toSecondStoreProblem,
} from '../../files/index.ts'
import type { FileStore, SecondStoreProblem, SecondStoreSettings } from '../../files/index.ts'

export interface SecondStoreWatchDeps {
  readonly files: Pick<FileStore, 'tiers'>
  readonly dataFolder: string
  readonly secondStore: SecondStoreSettings | undefined
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** Checks the second store at the start and every minute, and tells its state to administrators. */
export function createSecondStoreWatch({
  files: { tiers },
  dataFolder,
  secondStore,
  log,
}: SecondStoreWatchDeps) {
  let problem: SecondStoreProblem | undefined
  let checking: Promise<void> | undefined

  function note(next: SecondStoreProblem | undefined): void {
    const place = secondStore && namePlace(secondStore)
    if (next && next.fault !== problem?.fault)
      log.warn(
        { place, fault: next.fault, reason: next.message },
        'the second store (SECOND_STORE) cannot be used; old images stay where they are',
      )
    if (!next && problem) log.info({ place }, 'the second store can be used again')
    problem = next
  }

  async function check(): Promise<void> {
    await tiers?.checkSecond().then(
      () => note(undefined),
      (error: unknown) => note(toSecondStoreProblem(error)),
    )
  }

  return {
    /** A check during another one shares it: a NAS that hangs blocks a thread for each. */
    check: (): Promise<void> => (checking ??= check().finally(() => (checking = undefined))),
    /** Undefined if there is no second store and never was one. */
    readState: async (): Promise<SecondStoreState | undefined> => {
      const content = await readSecondStoreContent(join(dataFolder, secondStoreContentFile))
      const { files = 0, bytes = 0, movedOn = null, place = '' } = content ?? {}
      if (secondStore) {
        const fault = problem?.fault ?? null
        const state = fault === null ? 'ready' : 'away'
        return { state, fault, place: namePlace(secondStore), files, bytes, movedOn }
      }
      return files === 0 ? undefined : { state: 'unset', fault: null, place, files, bytes, movedOn }
    },
  }
}

export type SecondStoreWatch = ReturnType<typeof createSecondStoreWatch>
