import type { ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const { dicomAccess, serviceAccounts } = recordKeys
/** A user who tries a new device waits for it to appear. */
const attemptsMs = 5000

/** Which DICOM devices may connect to a clinic, and which have tried to. */
export const dicomAccessQueries = {
  receiver: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...dicomAccess, 'receiver', clinicId],
      queryFn: ({ signal }) =>
        call(routes.dicomReceiver.ofClinic, { query: { ClinicId: clinicId } }, { signal }),
    }),
  devices: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...dicomAccess, 'devices', clinicId],
      queryFn: ({ signal }) =>
        call(routes.dicomDevice.list, { query: { ClinicId: clinicId } }, { signal }),
    }),
  attempts: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...dicomAccess, 'attempts', clinicId],
      queryFn: ({ signal }) =>
        call(
          routes.dicomDevice.attempts,
          { query: { ClinicId: clinicId } },
          { signal, isQuiet: true },
        ),
      refetchInterval: attemptsMs,
      meta: { showsOwnError: true },
    }),
}

const makesStale = [dicomAccess, recordKeys.setUp]
export const dicomAccessMutations = {
  setUnlisted: recordMutation(routes.dicomReceiver.update, { makesStale }),
  createDevice: recordMutation(routes.dicomDevice.create, { makesStale }),
  updateDevice: recordMutation(routes.dicomDevice.update, { makesStale }),
  removeDevice: recordMutation(routes.dicomDevice.remove, { makesStale }),
  dismiss: recordMutation(routes.dicomDevice.dismiss, { makesStale }),
}

/** The programs that use DICOMweb with a key. */
export const serviceAccountsQuery = (clinicId: ClinicId) =>
  queryOptions({
    queryKey: [...serviceAccounts, clinicId],
    queryFn: ({ signal }) =>
      call(routes.serviceAccount.list, { query: { ClinicId: clinicId } }, { signal }),
  })

export const serviceAccountMutations = {
  create: recordMutation(routes.serviceAccount.create, { makesStale: [serviceAccounts] }),
  update: recordMutation(routes.serviceAccount.update, { makesStale: [serviceAccounts] }),
  revoke: recordMutation(routes.serviceAccount.revoke, { makesStale: [serviceAccounts] }),
}
