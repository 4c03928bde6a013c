import { limits } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** A successful response shows that the local application is running; it is polled for that. */
export const sensorQuery = queryOptions({
  queryKey: ['sensors', 'local'],
  queryFn: ({ signal }) => call(routes.sensor.ofThisMachine, {}, { signal, isQuiet: true }),
  staleTime: limits.sensorPollMs,
  refetchInterval: (query) => limits.sensorPollMs * (query.state.status === 'error' ? 1 : 6),
  meta: { showsOwnError: true },
})
