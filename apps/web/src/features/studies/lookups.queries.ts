import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const caseStatQuery = queryOptions({
  queryKey: ['cases', 'stat'],
  queryFn: ({ signal }) => call(routes.radCase.stat, {}, { signal, isQuiet: true }),
})
