import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { releaseGenerator } from './generator.ts'
import { recordKeys } from './records/keys.ts'
import { markStale } from './records/mark-stale.ts'
import { sensorQuery } from './sensors.ts'
import { chooseXRayRoom } from './workplace.ts'

/** The X-ray rooms of the clinic, and the one in which this computer stands. */
export const xRayRoomsQuery = queryOptions({
  queryKey: [...recordKeys.sensors, 'rooms'],
  queryFn: ({ signal }) => call(routes.sensor.xRayRooms, {}, { signal, isQuiet: true }),
  staleTime: 60_000,
  meta: { showsOwnError: true },
})

/**
 * Gives this computer another X-ray room; undefined lets the server find it. Nothing of the previous
 * one stays: a page that still had its sensor would arm it in the wrong X-ray room.
 */
export function switchXRayRoom(client: QueryClient, xRayRoom: string | undefined) {
  // Sent before the switch, so that it reaches the generator of the previous X-ray room.
  releaseGenerator()
  chooseXRayRoom(xRayRoom)
  void client.resetQueries({ queryKey: sensorQuery.queryKey, exact: true })
  void markStale(client, [recordKeys.sensors])
}
