import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError } from '../api/api-error.ts'
import { getErrorMessage } from '../api/call.ts'
import { StatePanel } from '../ui/states/state-panel.tsx'
import { ChunkError } from './load-page.ts'
import { reportError } from './report-error.ts'
import { Icon } from '../ui/display/icon.tsx'
import styles from './full-page.module.css'

/** Replaces a page that failed: it shows the error and offers to reload or to start again. */
export function ErrorPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  const isChunk = error instanceof ChunkError
  const isApi = error instanceof ApiError
  useEffect(() => {
    if (!isApi && !isChunk && !isRouteErrorResponse(error)) reportError(error)
  }, [error, isApi, isChunk])

  const reload = (
    <Button leftSection={<Icon icon={IconRefresh} />} onClick={() => location.reload()}>
      {t('shell:failure.reload')}
    </Button>
  )
  if (isChunk) {
    return (
      <div className={styles.inside}>
        <StatePanel
          icon={<Icon icon={IconRefresh} size="3xl" />}
          title={t('shell:failure.newVersion')}
          text={t('shell:failure.newVersionText')}
        >
          {reload}
        </StatePanel>
      </div>
    )
  }
  const icon = isApi && error.status === 0 ? IconPlugConnectedX : IconAlertTriangle
  return (
    <div className={styles.inside} role="alert">
      <StatePanel
        icon={<Icon icon={icon} size="3xl" />}
        title={t('common:error.title')}
        text={getErrorMessage(error)}
      >
        {reload}
        <Button variant="default" component={Link} to="/login" reloadDocument>
          {t('shell:failure.start')}
        </Button>
      </StatePanel>
    </div>
  )
}
