import { AsyncLocalStorage } from 'node:async_hooks'

const context = new AsyncLocalStorage<string>()

/** The ID of the request that is being processed, also in jobs that it has created. */
export const getRequestId = (): string | undefined => context.getStore()

/** Everything that `work` starts has this request ID in its log lines, jobs and queries. */
export const runForRequest = <Result>(requestId: string, work: () => Result): Result =>
  context.run(requestId, work)

/** For work that outlives the request which happened to start it, such as polling. */
export const runOutsideRequests = <Result>(work: () => Result): Result => context.exit(work)

/** Nothing in an ID can end a comment of SQL or a line of the log. */
export const isRequestId = (text: string): boolean => /^[\w.-]{8,64}$/u.test(text)
