import { routes } from '@talus/contract/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call, wordsOf } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { showError } from '../../ui/modals/confirm.tsx'
import { toast } from '../../ui/toasts/toast-store.ts'
import {
  obstacleToSave,
  settingsOf,
  subjectName,
  techniqueFrom,
  techniqueOf,
} from './techniques.ts'
import type { Technique, TechniqueSubject } from './techniques.ts'
import { techniqueQueries } from './techniques.queries.ts'
import type { GeneratorView } from './use-generator.ts'

const none: readonly Technique[] = []

/** The technique of what is selected: it is sent to the generator, and can be saved as one's own. */
export function useTechnique(subject: TechniqueSubject | undefined, generator: GeneratorView) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { user } = useSession()
  const defaults = useQuery(techniqueQueries.defaults)
  const ownQuery = techniqueQueries.ofUser(user.id)
  const own = useQuery(ownQuery)
  const isLoaded = defaults.data !== undefined && own.data !== undefined
  const technique =
    subject && isLoaded ? techniqueOf(subject, defaults.data ?? none, own.data ?? none) : undefined

  const { isAvailable, set } = generator
  const name = subject && subjectName(subject)
  /** What it was sent for: afterwards the person at the generator knows better. */
  const applied = useRef<string>(undefined)
  useEffect(() => {
    if (name === applied.current) return
    if (name === undefined) applied.current = undefined
    // A generator that is away or exposing is told as soon as it can be.
    if (name === undefined || !technique || !isAvailable) return
    applied.current = name
    set(settingsOf(technique)).catch((error: unknown) => showError(wordsOf(error)))
  }, [name, technique, isAvailable, set])

  const saving = useMutation({
    mutationFn: (body: Technique) =>
      call(routes.generator.saveOverride, { body: { ...body, userId: user.id } }),
    onSuccess: (saved) => {
      const isOther = (entry: Technique) => subjectName(entry) !== subjectName(saved)
      client.setQueryData(ownQuery.queryKey, (now = []) => [...now.filter(isOther), saved])
      toast.done(t('devices:technique.saved'))
    },
  })
  const isFailed = defaults.isError || own.isError
  return {
    technique,
    obstacle: obstacleToSave({
      subject,
      known: isLoaded ? 'loaded' : isFailed ? 'failed' : 'loading',
      technique,
      values: generator.values,
    }),
    isSaving: saving.isPending,
    save: () => {
      const body = subject && techniqueFrom(subject, generator.values)
      if (body && !saving.isPending) saving.mutate(body)
    },
  }
}
