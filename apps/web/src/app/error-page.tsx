import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { ApiError } from '../api/api-error.ts'
import { getErrorMessage } from '../api/call.ts'
import { isContactFailure } from '../api/server-contact.ts'
import { isServerReady, useServerReturn } from '../api/use-server-return.ts'
import { StatePanel } from '../ui/states/state-panel.tsx'
import { ChunkError } from './load-page.ts'
import { reportError } from './report-error.ts'
import { Icon } from '../ui/display/icon.tsx'
import styles from './full-page.module.css'

const reload = () => location.reload()

/** Replaces a page that failed: it shows the error and offers to reload or to start again. */
export function ErrorPage() {
  const error = useRouteError()
  if (error instanceof ChunkError) return <ChunkErrorPage />
  if (error instanceof ApiError && isContactFailure(error.status)) return <UnreachablePage />
  return <FailedPage error={error} />
}

/** The code of the page is missing: the server cannot be reached, or has a newer version. */
function ChunkErrorPage() {
  const { t } = useTranslation()
  const [isReady, setIsReady] = useState<boolean>()
  useEffect(() => {
    const end = new AbortController()
    void isServerReady(end.signal).then((answers) => {
      if (!end.signal.aborted) setIsReady(answers)
    })
    return () => end.abort()
  }, [])
  if (isReady === undefined) return null
  // Some browsers remember that a file could not be loaded until the page is loaded again.
  if (!isReady) return <UnreachablePage recover={reload} />
  return (
    <div className={styles.inside}>
      <StatePanel
        icon={<Icon icon={IconRefresh} size="3xl" />}
        title={t('shell:failure.newVersion')}
        text={t('shell:failure.newVersionText')}
      >
        <ReloadButton />
      </StatePanel>
    </div>
  )
}

/** Opens the page by itself when the server answers. A reload before would lose the application. */
function UnreachablePage({ recover }: { readonly recover?: () => void }) {
  const { t } = useTranslation()
  const { revalidate, state } = useRevalidator()
  const open = recover ?? (() => void revalidate())
  useServerReturn(state === 'idle', open)
  const [isAsking, setIsAsking] = useState(false)
  const ask = async () => {
    setIsAsking(true)
    const isReady = await isServerReady(AbortSignal.timeout(10_000))
    setIsAsking(false)
    if (isReady) open()
  }
  return (
    <div className={styles.inside} role="alert">
      <StatePanel
        icon={<Icon icon={IconPlugConnectedX} size="3xl" />}
        title={t('shell:failure.unreachable')}
        text={t('shell:failure.unreachableText')}
      >
        <Button
          leftSection={<Icon icon={IconRefresh} />}
          loading={isAsking || state !== 'idle'}
          onClick={() => void ask()}
        >
          {t('shell:failure.tryNow')}
        </Button>
      </StatePanel>
    </div>
  )
}

function FailedPage({ error }: { readonly error: unknown }) {
  const { t } = useTranslation()
  useEffect(() => {
    if (!(error instanceof ApiError) && !isRouteErrorResponse(error)) reportError(error)
  }, [error])
  return (
    <div className={styles.inside} role="alert">
      <StatePanel
        icon={<Icon icon={IconAlertTriangle} size="3xl" />}
        title={t('common:error.title')}
        text={getErrorMessage(error)}
      >
        <ReloadButton />
        <Button variant="default" component={Link} to="/login" reloadDocument>
          {t('shell:failure.start')}
        </Button>
      </StatePanel>
    </div>
  )
}

function ReloadButton() {
  const { t } = useTranslation()
  return (
    <Button leftSection={<Icon icon={IconRefresh} />} onClick={reload}>
      {t('shell:failure.reload')}
    </Button>
  )
}
