import { Loader } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { noteSurfaceChange } from '../../ui/modals/surface-changes.ts'
import type { ProcessingStep } from './state/start-state.ts'
import styles from './capture-screen.module.css'

interface ProcessingCoverProps {
  readonly processing: ProcessingStep
  /** False if the sensor was disarmed without an exposure. */
  readonly wasExposed: boolean
  /** The control of the page that had the focus last. */
  readonly returnTo: RefObject<Element | null>
}

/**
 * The question whether to cancel may have closed while the cover was open, without a control to
 * return the focus to: all were inert.
 */
function focusAgain({ current: control }: RefObject<Element | null>) {
  if (document.activeElement !== document.body) return
  if (control instanceof HTMLElement || control instanceof SVGElement) control.focus()
}

/**
 * Covers the controls while the sensor processes an exposure, but never the image, so that its
 * preview is visible as soon as it arrives.
 */
export function ProcessingCover({ processing, wasExposed, returnTo }: ProcessingCoverProps) {
  const { t } = useTranslation()
  const text = processing === 'capturing' ? 'reading' : wasExposed ? 'safe' : 'nothingExposed'
  const titleId = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    noteSurfaceChange('opened')
    box.current?.focus({ preventScroll: true })
    return () => {
      noteSurfaceChange('closed')
      // Deferred: the controls below are still inert and cannot receive the focus yet.
      setTimeout(() => focusAgain(returnTo), 0)
    }
  }, [returnTo])
  return (
    <div
      ref={box}
      className={styles.cover}
      role="dialog"
      aria-modal="true"
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <div className={styles.coverCard}>
        <h2 id={titleId} className={styles.coverTitle}>
          {t('capture:processing.title')}
        </h2>
        <Loader size={40} color="var(--talus-blue)" />
        <p className={styles.coverStep} role="status">
          {t(`capture:processing.${processing}`)}
        </p>
        <p className={styles.coverText}>{t(`capture:processing.text.${text}`)}</p>
      </div>
    </div>
  )
}
