import { routes } from '@talus/contract/routes'
import type { SensorId } from '@talus/contract'
import { parseGeneratorStatus } from '@talus/devices'
import { queryOptions } from '@tanstack/react-query'
import { call, callRaw } from '../../../api/call.ts'

/** Fetched anew whenever the dialog opens; errors are shown in the dialog itself. */
const fresh = {
  staleTime: 0,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  meta: { showsOwnError: true },
} as const

const all = ['hardware'] as const

export const hardwareQueries = {
  all,
  sensors: queryOptions({
    ...fresh,
    queryKey: [...all, 'sensors'],
    queryFn: ({ signal }) => call(routes.sensor.ofThisMachine, {}, { signal }),
  }),
  sensor: (id: SensorId) =>
    queryOptions({
      ...fresh,
      queryKey: [...all, 'sensor', id],
      queryFn: async ({ signal }) =>
        (await call(routes.sensor.status, { params: { id } }, { signal })).status,
    }),
  generator: queryOptions({
    ...fresh,
    queryKey: [...all, 'generator'],
    queryFn: ({ signal }) =>
      callRaw(
        routes.generator.status,
        {},
        async (response) => parseGeneratorStatus(await response.text()),
        {
          signal,
        },
      ),
  }),
}
