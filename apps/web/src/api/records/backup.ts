import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const all = recordKeys.backup

/** A warning may come minutes late; the progress of a run is watched. */
const alertMs = 5 * 60_000
const watchMs = 30_000
const progressMs = 1000

const status = (intervalMs: (isRunning: boolean) => number) =>
  queryOptions({
    queryKey: [...all, 'status'],
    queryFn: ({ signal }) => call(routes.backup.status, {}, { signal, isQuiet: true }),
    refetchInterval: ({ state }) => intervalMs(state.data?.progress != null),
    meta: { showsOwnError: true },
  })

/** The backups of this server, its disks, and what needs attention. */
export const backupQueries = {
  /** For the header of every page. */
  alert: () => status(() => alertMs),
  status: () => status((isRunning) => (isRunning ? progressMs : watchMs)),
  settings: () =>
    queryOptions({
      queryKey: [...all, 'settings'],
      queryFn: ({ signal }) => call(routes.backup.settings, {}, { signal }),
    }),
  /** @param lastRun what the list was read after: a run that has ended makes it stale */
  runs: (lastRun: string) =>
    queryOptions({
      queryKey: [...all, 'runs', lastRun],
      queryFn: ({ signal }) => call(routes.backup.runs, {}, { signal }),
    }),
  stored: (lastRun: string) =>
    queryOptions({
      queryKey: [...all, 'stored', lastRun],
      queryFn: ({ signal }) => call(routes.backup.list, {}, { signal }),
      // A drive that was disconnected is shown in the card.
      meta: { showsOwnError: true },
      retry: false,
    }),
  oldImages: () =>
    queryOptions({
      queryKey: [...all, 'old-images'],
      queryFn: ({ signal }) => call(routes.backup.oldImages, {}, { signal }),
    }),
}

const makesStale = [all]
export const backupMutations = {
  save: recordMutation(routes.backup.save, {
    makesStale: [all, recordKeys.setUp],
    isRefetchAwaited: false,
  }),
  run: recordMutation(routes.backup.run, { makesStale, isRefetchAwaited: false }),
  stop: recordMutation(routes.backup.stop, { makesStale, isRefetchAwaited: false }),
}
