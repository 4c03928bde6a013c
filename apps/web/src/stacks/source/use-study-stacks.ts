import type { StudyId, StudyStacks } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../api/error-message.ts'
import { isMissingStudy } from './stack-faults.ts'
import { studyStacksQuery } from './stack-source.ts'

type StudyStacksResult =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly message: string; readonly retry: () => void }
  | {
      readonly state: 'loaded'
      readonly study: StudyStacks
      readonly retry: () => void
    }

export function useStudyStacks(studyId: StudyId): StudyStacksResult {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(studyStacksQuery(studyId))
  const retry = () => void refetch()
  if (data) return { state: 'loaded', study: data, retry }
  if (error === null) return { state: 'loading' }
  const message = isMissingStudy(error) ? t('stacks:error.noStudies') : getErrorMessage(error)
  return { state: 'failed', message, retry }
}
