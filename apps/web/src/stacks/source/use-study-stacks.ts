import type { StudyId, StudyStacks } from '@talus/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../api/error-message.ts'
import { isMissingStudy } from './stack-faults.ts'
import { studyStacksQuery } from './stack-source.ts'

type StudyStacksResult = { readonly retry: () => void } & (
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'loaded'; readonly study: StudyStacks }
)

export function useStudyStacks(studyId: StudyId): StudyStacksResult {
  const { t } = useTranslation()
  const query = studyStacksQuery(studyId)
  const { data, error } = useQuery(query)
  const client = useQueryClient()
  // `refetch` would wait for a request that is never answered.
  const retry = () => void client.resetQueries({ queryKey: query.queryKey, exact: true })
  if (data) return { state: 'loaded', study: data, retry }
  if (error === null) return { state: 'loading', retry }
  const message = isMissingStudy(error) ? t('stacks:error.noStudies') : getErrorMessage(error)
  return { state: 'failed', message, retry }
}
