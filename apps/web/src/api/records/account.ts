import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const all = recordKeys.account
const { session, users } = recordKeys

export const accountQueries = {
  sessions: queryOptions({
    queryKey: [...all, 'sessions'],
    queryFn: ({ signal }) => call(routes.account.sessions, {}, { signal }),
    refetchInterval: 30_000,
    // Another tab or computer may have signed in or out meanwhile.
    staleTime: 0,
  }),
  secondFactor: queryOptions({
    queryKey: [...all, 'second-factor'],
    queryFn: ({ signal }) => call(routes.account.secondFactor, {}, { signal }),
  }),
}

export const accountMutations = {
  changePassword: recordMutation(routes.account.changePassword, { makesStale: [all] }),
  endSession: recordMutation(routes.account.endSession, { makesStale: [all] }),
  endOthers: recordMutation(routes.account.endOtherSessions, { makesStale: [all] }),
  startFactor: recordMutation(routes.account.startSecondFactor, { makesStale: [] }),
  confirmFactor: recordMutation(routes.account.confirmSecondFactor, {
    makesStale: [all, session],
  }),
  renewCodes: recordMutation(routes.account.renewRecoveryCodes, { makesStale: [all] }),
  removeFactor: recordMutation(routes.account.removeSecondFactor, { makesStale: [all] }),
  /** For another user, who has lost their second factor. */
  resetFactor: recordMutation(routes.account.resetSecondFactor, { makesStale: [users] }),
}
