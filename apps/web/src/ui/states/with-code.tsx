import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LazyCode } from '../../lazy-code.ts'
import styles from './states.module.css'

interface WithCodeProps<Code> {
  readonly code: LazyCode<Code>
  /** Shown until the code is loaded; it has the size of the loaded part. */
  readonly fallback: ReactNode
  readonly children: (code: Code) => ReactNode
}

/** Renders a part of a page whose code is loaded on demand; at once if it has been prefetched. */
export function WithCode<Code>({ code, fallback, children }: WithCodeProps<Code>) {
  const { t } = useTranslation()
  const [loaded, setLoaded] = useState(code.get)
  const [state, setState] = useState<'loading' | 'failed'>('loading')
  useEffect(() => {
    if (loaded !== undefined || state === 'failed') return undefined
    let isShown = true
    code.load().then(
      (next) => isShown && setLoaded(() => next),
      () => isShown && setState('failed'),
    )
    return () => {
      isShown = false
    }
  }, [code, loaded, state])
  if (loaded !== undefined) return children(loaded)
  if (state === 'loading') return fallback
  return (
    <div className={styles.notLoaded} role="alert">
      <p>{t('shell:failure.newVersionText')}</p>
      <Button variant="default" onClick={() => setState('loading')}>
        {t('common:action.tryAgain')}
      </Button>
      <Button variant="subtle" onClick={() => location.reload()}>
        {t('shell:failure.reload')}
      </Button>
    </div>
  )
}
