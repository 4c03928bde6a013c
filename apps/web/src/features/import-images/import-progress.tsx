import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconPlayerPlay,
  IconRefresh,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ProgressMeter } from '../../ui/display/progress-meter.tsx'
import { formatLocaleNumber, formatFileSize } from '../../ui/format/quantities.ts'
import { ErrorNote } from '../../ui/states/error-note.tsx'
import { cancelImport, resumeImport, retryImport } from './import-images.ts'
import type { ImportState } from './import-state.ts'
import { formatSummary } from './import-text.ts'
import { ImportedStudies } from './imported-studies.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './import-dialog.module.css'

/** Number of problems that are listed; the others are only counted. */
const maxListed = 100

interface ImportProgressProps {
  readonly state: ImportState
  readonly goTo: (path: string) => void
}

export function ImportProgress({ state, goTo }: ImportProgressProps) {
  const { t, i18n } = useTranslation()
  const { phase, files, filesDone, bytes, bytesSent } = state
  if (phase === 'reading')
    return (
      <ProgressMeter label={t('imageForms:import.title')} text={t('imageForms:import.reading')} />
    )
  const text = t('imageForms:import.progress', {
    count: files,
    done: formatLocaleNumber(filesDone, i18n.language),
    total: formatLocaleNumber(files, i18n.language),
    sent: formatFileSize(bytesSent, i18n.language),
    size: formatFileSize(bytes, i18n.language),
  })
  const isRunning = phase === 'running'
  return (
    <>
      {phase === 'stopped' && state.stoppedBy !== undefined ? (
        <ErrorNote text={state.stoppedBy} />
      ) : null}
      <div>
        <p className={styles.state}>{t('imageForms:import.into', { clinic: state.clinicName })}</p>
        <p className={styles.text}>{text}</p>
      </div>
      {isRunning || phase === 'stopped' ? (
        <ProgressMeter
          label={t('imageForms:import.title')}
          text={text}
          // Progress is measured in bytes, so that a single large file also shows progress.
          done={bytes > 0 ? bytesSent : filesDone}
          total={bytes > 0 ? bytes : files}
        />
      ) : null}
      <Outcome state={state} />
      <Problems state={state} />
      {isRunning ? null : <ImportedStudies ids={state.studies} goTo={goTo} />}
      <div className={styles.pickers}>
        {isRunning ? (
          <>
            <span className={styles.text}>{t('imageForms:import.goesOn')}</span>
            <Button variant="default" className={styles.close ?? ''} onClick={cancelImport}>
              {t('common:action.cancel')}
            </Button>
          </>
        ) : null}
        {phase === 'stopped' ? (
          <Button leftSection={<Icon icon={IconPlayerPlay} />} onClick={() => void resumeImport()}>
            {t('imageForms:import.goOn')}
          </Button>
        ) : null}
        {!isRunning && state.retryable > 0 ? (
          <Button
            variant="default"
            leftSection={<Icon icon={IconRefresh} />}
            onClick={() => void retryImport()}
          >
            {t('imageForms:import.retry', { count: state.retryable })}
          </Button>
        ) : null}
      </div>
    </>
  )
}

function Outcome({ state }: { readonly state: ImportState }) {
  const { t } = useTranslation()
  const isFine = state.problems.length === 0
  const icon = isFine ? IconCircleCheck : IconAlertTriangle
  return (
    <p className={styles.outcome} data-fine={isFine || undefined} role="status">
      <Icon icon={icon} size="lg" />
      <span>
        {state.phase === 'cancelled' ? `${t('imageForms:import.cancelled')} ` : ''}
        {formatSummary(t, state)}
      </span>
    </p>
  )
}

/** Lists the files that failed; the successful ones are only counted. */
function Problems({ state: { problems } }: { readonly state: ImportState }) {
  const { t } = useTranslation()
  if (problems.length === 0) return null
  const more = problems.length - maxListed
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by keyboard
    <ul className={styles.problems} tabIndex={0} aria-label={t('imageForms:import.problemList')}>
      {problems.slice(0, maxListed).map(({ id, name, message }) => (
        <li key={id}>
          <span>{name}</span>
          <small>{message}</small>
        </li>
      ))}
      {more > 0 ? <li>{t('imageForms:import.more', { count: more })}</li> : null}
    </ul>
  )
}
