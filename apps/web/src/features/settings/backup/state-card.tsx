import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconDatabaseExport,
  IconPlayerStop,
  IconRefresh,
  IconShieldCheck,
} from '@tabler/icons-react'
import type { BackupProgress, BackupSettings, BackupStatus, BackupWarning } from '@talus/contract'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { backupMutations } from '../../../api/records/backup.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { useClinicZone } from '../../../api/selected-clinic.ts'
import { toLanguage } from '../../../language.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { ProgressMeter } from '../../../ui/display/progress-meter.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { formatFileSize, formatLocaleNumber } from '../../../ui/format/quantities.ts'
import { Facts } from '../../../ui/layout/page-frame.tsx'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { QueryCard } from '../query-card.tsx'
import { BackupFacts, findFailure } from './backup-facts.tsx'
import { SettingLine } from './setting-line.tsx'
import { urgentWarnings } from './urgent-warnings.ts'
import styles from './backup.module.css'

interface StateCardProps {
  readonly status: {
    readonly data: BackupStatus | undefined
    readonly isError: boolean
    readonly refetch: () => unknown
  }
  readonly settings: BackupSettings | null
}

/** The warnings, the last and the next backup, and the progress of the current run. */
export function StateCard({ status, settings }: StateCardProps) {
  const { t } = useTranslation()
  return (
    <QueryCard title={t('settings:section.backup')} text={t('backup:text')} query={status}>
      {(data) => <State status={data} settings={settings} />}
    </QueryCard>
  )
}

function State({
  status,
  settings,
}: { readonly status: BackupStatus } & Pick<StateCardProps, 'settings'>) {
  const { t } = useTranslation()
  const [error, setError] = useState<string>()
  const run = useRecordMutation(backupMutations.run)
  const stop = useRecordMutation(backupMutations.stop)
  const save = useRecordMutation(backupMutations.save)
  const attempt = async (act: () => Promise<unknown>) => {
    setError(undefined)
    await act().catch((thrown: unknown) =>
      setError(thrown instanceof Error ? thrown.message : t('errors:unknown')),
    )
  }
  const start = (work: 'backup' | 'verify') =>
    attempt(async () => {
      await run({ body: { work } })
      toast.info(t('backup:state.started'))
    })
  const confirmPlan = () =>
    attempt(async () => {
      if (!settings) return
      const { hasPassphrase: _has, hasSecretAccessKey: _key, ...others } = settings
      const { isPaused: _paused, isOnDataDisk: _disk, ...body } = others
      await save({ body })
      toast.done(t('common:form.saved'))
    })
  const isPaused = status.warnings.includes('paused')
  const pausedReason = isPaused ? t('backup:state.nowPaused') : undefined
  const reason = status.isSetUp ? pausedReason : t('backup:state.nowNeeds')
  return (
    <div className={styles.body}>
      {error === undefined ? null : <ErrorNote text={error} />}
      {status.warnings.map((warning) => (
        <Warning key={warning} warning={warning} status={status}>
          {warning === 'paused' ? (
            <>
              <span>{t('backup:state.continueText')}</span>
              <Button variant="default" onClick={() => void confirmPlan()}>
                {t('backup:state.continue')}
              </Button>
            </>
          ) : null}
          {warning === 'failed' || warning === 'check-failed' ? (
            <Again
              isRunning={status.progress !== null}
              onAgain={() => void start(warning === 'failed' ? 'backup' : 'verify')}
            />
          ) : null}
        </Warning>
      ))}
      {settings?.isOnDataDisk && settings.acceptsDataDisk ? (
        <p className={styles.warning}>
          <Icon icon={IconAlertTriangle} size="lg" />
          {t('backup:state.onDataDisk')}
        </p>
      ) : null}
      {status.warnings.length === 0 && status.lastDoneOn !== null && !settings?.isOnDataDisk ? (
        <p className={styles.warning} data-tone="green">
          <Icon icon={IconCircleCheck} size="lg" />
          {t('backup:state.allWell')}
        </p>
      ) : null}
      <BackupFacts status={status} hasStoreCard />
      <PlanFacts status={status} zone={settings?.timeZone} />
      {status.progress ? <Progress progress={status.progress} /> : null}
      <div className={styles.actions}>
        {status.progress ? (
          <Button
            variant="default"
            leftSection={<Icon icon={IconPlayerStop} />}
            onClick={() => void attempt(() => stop({}))}
          >
            {t('backup:state.stop')}
          </Button>
        ) : (
          <>
            <ExplainedButton
              leftSection={<Icon icon={IconDatabaseExport} />}
              reason={reason}
              onClick={() => void start('backup')}
            >
              {t('backup:state.now')}
            </ExplainedButton>
            {status.lastDoneOn === null ? null : (
              <Button
                variant="default"
                leftSection={<Icon icon={IconShieldCheck} />}
                data-hint={t('backup:state.verifyHint')}
                onClick={() => void start('verify')}
              >
                {t('backup:state.verify')}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}

/** Offers to repeat at once what has failed. */
function Again({
  isRunning,
  onAgain,
}: {
  readonly isRunning: boolean
  readonly onAgain: () => void
}) {
  const { t } = useTranslation()
  return isRunning ? null : (
    <Button variant="default" leftSection={<Icon icon={IconRefresh} />} onClick={onAgain}>
      {t('backup:state.again')}
    </Button>
  )
}

/** Moving and compressing old images helps against these. */
const dataDiskWarnings: readonly BackupWarning[] = [
  'data-disk-critical',
  'data-disk-full',
  'data-disk-forecast',
]

interface WarningProps {
  readonly warning: BackupWarning
  readonly status: BackupStatus
  readonly children: ReactNode
}

function Warning({ warning, status, children }: WarningProps) {
  const { t } = useTranslation()
  const zone = useClinicZone()
  const failure = findFailure(status, warning)
  return (
    <div
      className={styles.warning}
      data-tone={urgentWarnings.includes(warning) ? 'red' : undefined}
    >
      <Icon icon={IconAlertTriangle} size="lg" />
      <div className={styles.warningText}>
        <span>
          {t(`shell:backup.${warning}`)} {failure?.fault ? t(`errors:${failure.fault}`) : null}
        </span>
        {warning === 'incomplete' && status.gap ? (
          <>
            <span>{t('backup:state.gap', { count: status.gap.files })}</span>
            <span>{t(`errors:${status.gap.fault}`)}</span>
          </>
        ) : null}
        {warning === 'restored-without-files' ? (
          <span>
            {t('backup:state.missingSinceRestore', { count: status.missingSinceRestore })}
          </span>
        ) : null}
        <StoreNote warning={warning} store={status.secondStore} />
        {dataDiskWarnings.includes(warning) ? <span>{t('backup:state.spaceAdvice')}</span> : null}
        {failure?.retryOn ? (
          <span>{t('backup:state.retry', { time: formatDateTime(failure.retryOn, zone) })}</span>
        ) : null}
        {children}
      </div>
    </div>
  )
}

/** Names the place of the second store, and why it cannot be used. */
function StoreNote({
  warning,
  store,
}: {
  readonly warning: BackupWarning
  readonly store: BackupStatus['secondStore']
}) {
  const { t } = useTranslation()
  if (store === null || store.place === '') return null
  const { place, fault } = store
  if (warning === 'second-store-not-set')
    return (
      <>
        <span>{t('shell:backup.secondStoreWas')}</span>
        <SettingLine text={`SECOND_STORE=${place}`} what={t('backup:oldImages.line')} />
      </>
    )
  if (warning !== 'second-store-away') return null
  return (
    <span>
      {t('shell:backup.secondStoreAt', { place })}{' '}
      {fault === null ? null : t(`shell:backup.secondStoreFault.${fault}`)}
    </span>
  )
}

function PlanFacts({
  status,
  zone,
}: {
  readonly status: BackupStatus
  readonly zone: string | undefined
}) {
  const { t } = useTranslation()
  const { nextOn, mail, mailReaders } = status
  const mails =
    mailReaders === 0
      ? t('backup:state.noReaders')
      : mail === null
        ? t('backup:state.noMail')
        : t('backup:state.mailsTo', { count: mailReaders })
  return (
    <Facts
      facts={[
        [
          t('backup:state.next'),
          nextOn === null ? t('backup:state.noSchedule') : formatDateTime(nextOn, zone),
        ],
        [t('backup:state.mails'), mails],
      ]}
    />
  )
}

function Progress({ progress }: { readonly progress: BackupProgress }) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const { phase, doneFiles, totalFiles, doneBytes, totalBytes } = progress
  const text = t(`backup:phase.${phase}`, {
    done: formatLocaleNumber(doneFiles, language),
    total: formatLocaleNumber(totalFiles, language),
    doneBytes: formatFileSize(doneBytes, language),
    totalBytes: formatFileSize(totalBytes, language),
  })
  const isCounted = phase === 'files' || phase === 'verifying'
  const parts =
    phase === 'files'
      ? { done: doneBytes, total: totalBytes }
      : { done: doneFiles, total: totalFiles }
  return (
    <div className={styles.progress}>
      <ProgressMeter label={t('backup:phase.label')} text={text} {...(isCounted && parts)} />
      <span className={styles.progressText}>{text}</span>
    </div>
  )
}
