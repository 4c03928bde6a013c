import { Button, Skeleton } from '@mantine/core'
import type { LazyNamespace } from '@talus/i18n/load'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hasNamespace, requireNamespace } from '../../language.ts'

interface WithTranslationsProps {
  /** Several namespaces are loaded in parallel. */
  readonly namespace: LazyNamespace | readonly LazyNamespace[]
  /** Height of the placeholder in pixels. */
  readonly height?: number
  readonly children: ReactNode
}

/** Renders its children once the namespaces that they need are loaded. */
export function WithTranslations({ namespace, height = 120, children }: WithTranslationsProps) {
  const { t } = useTranslation()
  const [namespaces] = useState(() => [namespace].flat())
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>(() =>
    namespaces.every(hasNamespace) ? 'ready' : 'loading',
  )
  useEffect(() => {
    if (state !== 'loading') return
    Promise.all(namespaces.map(requireNamespace)).then(
      () => setState('ready'),
      () => setState('failed'),
    )
  }, [namespaces, state])
  if (state === 'ready') return children
  if (state === 'loading') return <Skeleton height={height} />
  return (
    <Button variant="default" onClick={() => setState('loading')}>
      {t('common:action.tryAgain')}
    </Button>
  )
}
