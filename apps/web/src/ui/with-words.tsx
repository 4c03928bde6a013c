import { Button, Skeleton } from '@mantine/core'
import type { LaterWords } from '@talus/i18n/load'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hasWords, needWords } from '../language.ts'

interface WithWordsProps {
  readonly namespace: LaterWords
  /** Of what is kept free for it meanwhile. */
  readonly height?: number
  readonly children: ReactNode
}

/** Shows what needs words that do not come with the first page, as soon as they are there. */
export function WithWords({ namespace, height = 120, children }: WithWordsProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>(() =>
    hasWords(namespace) ? 'ready' : 'loading',
  )
  useEffect(() => {
    if (state !== 'loading') return
    needWords(namespace).then(
      () => setState('ready'),
      () => setState('failed'),
    )
  }, [namespace, state])
  if (state === 'ready') return children
  if (state === 'loading') return <Skeleton height={height} />
  return (
    <Button variant="default" onClick={() => setState('loading')}>
      {t('common:action.tryAgain')}
    </Button>
  )
}
