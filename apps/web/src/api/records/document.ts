import type { ImageId, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { buildUrl, call } from '../call.ts'
import { recordKeys } from './keys.ts'

const { studies } = recordKeys

/** The objects of a study that are no images, and their content. */
export const documentQueries = {
  ofStudy: (studyId: StudyId) =>
    queryOptions({
      queryKey: [...studies, 'documents', studyId],
      queryFn: ({ signal }) => call(routes.document.ofStudy, { query: { studyId } }, { signal }),
    }),
  /** Not fetched again: the content of an object never changes. */
  content: (id: ImageId) =>
    queryOptions({
      queryKey: ['document-content', id],
      queryFn: ({ signal }) => call(routes.document.one, { params: { id } }, { signal }),
      staleTime: Infinity,
      gcTime: 0,
      meta: { showsOwnError: true },
    }),
}

/** Creates the address at which the browser opens or saves a PDF once; a frame sends no token. */
export async function createPdfAddress(id: ImageId, use: 'show' | 'save'): Promise<string> {
  const { ticket } = await call(routes.document.createTicket, { params: { id } })
  const query = use === 'save' ? { save: '1' } : {}
  return buildUrl(routes.document.opened, { params: { ticket }, query })
}
