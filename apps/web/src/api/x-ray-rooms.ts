import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { recordKeys } from './records/keys.ts'

/** The X-ray rooms of the clinic, and the one in which this computer stands. */
export const xRayRoomsQuery = queryOptions({
  queryKey: [...recordKeys.sensors, 'rooms'],
  queryFn: ({ signal }) => call(routes.sensor.xRayRooms, {}, { signal, isQuiet: true }),
  staleTime: 60_000,
  meta: { showsOwnError: true },
})
