import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import { useIsLate } from '../../ui/states/use-is-late.ts'
import { LoadingTrack } from '../../viewer/core/viewport/loading-track.tsx'
import { useRetry } from '../source/use-retry.ts'
import type { RetryCause } from '../stack-session.ts'
import type { VolumeClient, VolumeError } from '../volume/volume-client.ts'
import styles from './stack-views.module.css'

interface LoadingNoteProps {
  readonly volume: VolumeClient
  /** Whether the wanted slice cannot be read. */
  readonly isUnreadable?: boolean
  /** Whether a picture is visible already: then the note is small. */
  readonly hasPicture?: boolean | undefined
  readonly onRetry: (cause: RetryCause) => void
}

/** The server has words for its refusals; a broken connection and the browser have none. */
function describeFault(t: TFunction, { status, message, isMemory }: VolumeError): string {
  if (isMemory) return t('stacks:error.memory')
  if (status === undefined) return t('stacks:error.worker')
  if (status === 0) return t('errors:network')
  return message === '' ? t('errors:unknown') : message
}

/** Progress of the slices of a viewport, or why they could not be loaded. */
export function LoadingNote({ volume, isUnreadable, hasPicture, onRetry }: LoadingNoteProps) {
  const { t } = useTranslation()
  const { loaded, total, isDone, fault } = useStore(volume.progress)
  useRetry(fault, () => onRetry('contact'))
  if (fault)
    return (
      <div className={styles.note} data-large={hasPicture ? undefined : true} role="alert">
        <p>{t('stacks:error.shown', { message: describeFault(t, fault) })}</p>
        <button type="button" className={styles.retry} onClick={() => onRetry('press')}>
          {t('common:action.tryAgain')}
        </button>
      </div>
    )
  if (isUnreadable)
    return (
      <div className={styles.note} role="alert">
        <p>{t('stacks:error.slice')}</p>
        <button type="button" className={styles.retry} onClick={() => onRetry('press')}>
          {t('common:action.tryAgain')}
        </button>
      </div>
    )
  if (isDone) return null
  return <ArrivingNote hasPicture={hasPicture} loaded={loaded} total={total} onRetry={onRetry} />
}

interface ArrivingNoteProps extends Pick<LoadingNoteProps, 'hasPicture' | 'onRetry'> {
  readonly loaded: number
  readonly total: number
}

/** Progress, and a way to request the slices again if none arrive. */
function ArrivingNote({ hasPicture, loaded, total, onRetry }: ArrivingNoteProps) {
  const { t } = useTranslation()
  const [attempt, setAttempt] = useState(0)
  const retry = () => {
    setAttempt(attempt + 1)
    onRetry('press')
  }
  return (
    <div className={styles.note} data-large={hasPicture ? undefined : true} data-arriving>
      <p role="status">
        {hasPicture ? t('stacks:status.slices', { loaded, total }) : t('stacks:status.first')}
      </p>
      <LoadingTrack share={loaded / Math.max(1, total)} />
      <LateRetry key={`${attempt} ${loaded}`} onRetry={retry} />
    </div>
  )
}

/** Without a new slice for so long, the request is perhaps never answered. */
const patienceMs = 10_000

function LateRetry({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation()
  const isLate = useIsLate(patienceMs)
  return isLate ? (
    <button type="button" className={styles.retry} onClick={onRetry}>
      {t('common:action.tryAgain')}
    </button>
  ) : null
}
