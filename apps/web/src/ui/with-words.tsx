import { Button, Skeleton } from '@mantine/core'
import type { LaterWords } from '@talus/i18n/load'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hasWords, needWords } from '../language.ts'

interface WithWordsProps {
  /** Several are fetched side by side. */
  readonly namespace: LaterWords | readonly LaterWords[]
  /** Of what is kept free for it meanwhile. */
  readonly height?: number
  readonly children: ReactNode
}

/** Shows what needs words that do not come with the first page, as soon as they are there. */
export function WithWords({ namespace, height = 120, children }: WithWordsProps) {
  const { t } = useTranslation()
  const [needed] = useState(() => [namespace].flat())
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>(() =>
    needed.every(hasWords) ? 'ready' : 'loading',
  )
  useEffect(() => {
    if (state !== 'loading') return
    Promise.all(needed.map(needWords)).then(
      () => setState('ready'),
      () => setState('failed'),
    )
  }, [needed, state])
  if (state === 'ready') return children
  if (state === 'loading') return <Skeleton height={height} />
  return (
    <Button variant="default" onClick={() => setState('loading')}>
      {t('common:action.tryAgain')}
    </Button>
  )
}
