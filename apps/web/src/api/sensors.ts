import { limits } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** An answer says that the local application runs; what it is asked for once more is whether it does. */
export const sensorQuery = queryOptions({
  queryKey: ['sensors', 'local'],
  queryFn: ({ signal }) => call(routes.sensor.ofThisMachine, {}, { signal, isQuiet: true }),
  staleTime: limits.sensorPollMs,
  refetchInterval: (query) => limits.sensorPollMs * (query.state.status === 'error' ? 1 : 6),
  meta: { showsOwnError: true },
})
