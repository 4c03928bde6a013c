import { routes } from '@talus/contract/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { call, getErrorMessage } from '../../../api/call.ts'
import { useSession } from '../../../api/session.ts'
import { showError } from '../../../ui/modals/confirm.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import {
  getSaveObstacle,
  getSettings,
  getSubjectKey,
  createTechnique,
  findTechnique,
} from './techniques.ts'
import type { Technique, TechniqueSubject } from './techniques.ts'
import { techniqueQueries } from './techniques.queries.ts'
import type { GeneratorView } from '../generator/use-generator.ts'

const none: readonly Technique[] = []

const isInUse = (error: unknown) =>
  error instanceof ApiError && error.code?.startsWith('device/in-use') === true

/**
 * Sends the technique of the selected annotation to the generator; the user can save a technique of
 * their own.
 */
export function useTechnique(
  subject: TechniqueSubject | undefined,
  generator: GeneratorView,
  isLocked: boolean,
) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { user } = useSession()
  const defaults = useQuery(techniqueQueries.defaults)
  const ownQuery = techniqueQueries.ofUser(user.id)
  const own = useQuery(ownQuery)
  const isLoaded = defaults.data !== undefined && own.data !== undefined
  const technique =
    subject && isLoaded
      ? findTechnique(subject, defaults.data ?? none, own.data ?? none)
      : undefined

  const { isAvailable, set } = generator
  const name = subject && getSubjectKey(subject)
  /**
   * The subject whose technique was sent last: it is sent once, so that later changes of the user
   * remain.
   */
  const applied = useRef<string>(undefined)
  useEffect(() => {
    // Another page captures with values of its own: this technique is sent when it has finished.
    if (isLocked) {
      applied.current = undefined
      return
    }
    if (name === applied.current) return
    if (name === undefined) applied.current = undefined
    // An unavailable or exposing generator gets the technique as soon as it is available.
    if (name === undefined || !technique || !isAvailable) return
    applied.current = name
    set(getSettings(technique)).catch((error: unknown) => {
      // The page learns at the next status that the generator is in use, and shows by whom.
      if (isInUse(error)) applied.current = undefined
      else showError(getErrorMessage(error))
    })
  }, [name, technique, isAvailable, isLocked, set])

  const saving = useMutation({
    mutationFn: (body: Technique) =>
      call(routes.generator.saveOverride, { body: { ...body, userId: user.id } }),
    onSuccess: (saved) => {
      const isOther = (entry: Technique) => getSubjectKey(entry) !== getSubjectKey(saved)
      client.setQueryData(ownQuery.queryKey, (now = []) => [...now.filter(isOther), saved])
      toast.done(t('devices:technique.saved'))
    },
  })
  const isFailed = defaults.isError || own.isError
  return {
    technique,
    obstacle: getSaveObstacle({
      subject,
      loadState: isLoaded ? 'loaded' : isFailed ? 'failed' : 'loading',
      technique,
      values: generator.values,
    }),
    isSaving: saving.isPending,
    save: () => {
      const body = subject && createTechnique(subject, generator.values)
      if (body && !saving.isPending) saving.mutate(body)
    },
  }
}
