import type { BridgeId, ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const { bridges, sensors } = recordKeys
/** How often the state of a shown station is fetched. */
const stateMs = 5000

/** The X-ray stations of a clinic. */
export const bridgeQueries = {
  list: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...bridges, 'list', clinicId],
      queryFn: ({ signal }) =>
        call(routes.bridge.list, { query: { ClinicId: clinicId } }, { signal }),
    }),
  /** The station of the server's own computer. */
  ofThisMachine: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...bridges, 'local', clinicId],
      queryFn: ({ signal }) =>
        call(routes.bridge.ofThisMachine, { query: { ClinicId: clinicId } }, { signal }),
      refetchInterval: stateMs,
    }),
  state: (id: BridgeId) =>
    queryOptions({
      queryKey: [...bridges, 'state', id],
      queryFn: ({ signal }) =>
        call(routes.bridge.state, { params: { id } }, { signal, isQuiet: true }),
      refetchInterval: stateMs,
      retry: false,
      meta: { showsOwnError: true },
    }),
}

const makesStale = [bridges, sensors, recordKeys.setUp]
export const bridgeMutations = {
  create: recordMutation(routes.bridge.create, { makesStale }),
  update: recordMutation(routes.bridge.update, { makesStale }),
  remove: recordMutation(routes.bridge.remove, { makesStale }),
  configure: recordMutation(routes.bridge.configure, { makesStale }),
  test: recordMutation(routes.bridge.test, { makesStale }),
  updateSensor: recordMutation(routes.bridge.updateSensor, { makesStale }),
}
