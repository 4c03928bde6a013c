import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { WaitingSplash } from '../viewer/waiting-splash.tsx'
import { getStackCode, loadStackCode } from './load-code.ts'
import type { StackViewerProps } from './stack-viewer.tsx'

type Loaded = { readonly Viewer: ComponentType<StackViewerProps> } | { readonly error: unknown }

/**
 * The stack viewer, whose code is loaded on the first use, and rendered at once if it was prefetched.
 * React's `lazy` is not used: Suspense shows its fallback for 300 ms, although the code is here after
 * a few milliseconds.
 */
export function StackViewer(props: StackViewerProps) {
  const { t } = useTranslation()
  const [loaded, setLoaded] = useState<Loaded | undefined>(() => {
    const code = getStackCode()
    return code && { Viewer: code.StackViewer }
  })
  useEffect(() => {
    if (getStackCode()) return
    loadStackCode().then(
      ({ StackViewer: Viewer }) => setLoaded({ Viewer }),
      (error: unknown) => setLoaded({ error }),
    )
  }, [])
  if (!loaded)
    return (
      <WaitingSplash>
        <Button onClick={() => location.reload()}>{t('shell:failure.reload')}</Button>
      </WaitingSplash>
    )
  // The error page of the router offers to load the page again.
  if ('error' in loaded) throw loaded.error
  return <loaded.Viewer {...props} />
}
