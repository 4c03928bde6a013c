import { IconPlugConnected } from '@tabler/icons-react'
import { backupHours, backupSchedules, backupTargets, limits } from '@talus/contract'
import type { BackupSettings, BackupTargetState } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { backupMutations } from '../../../api/records/backup.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { toLanguage } from '../../../language.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { CheckField, ChoiceField, NewPasswordField, TextField } from '../../../ui/form/fields.tsx'
import { FormFrame, FormGroup } from '../../../ui/form/form-frame.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { formatFileSize } from '../../../ui/format/quantities.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { TestButton } from '../test-button.tsx'
import {
  findPassphraseFault,
  listTimes,
  listWeekdays,
  toInitial,
  toTargetBody,
} from './backup-values.ts'
import type { BackupValues } from './backup-values.ts'
import styles from './backup.module.css'

interface BackupFormProps {
  /** Null before they are set up. */
  readonly settings: BackupSettings | null
  readonly zone: string
}

type Form = ReturnType<typeof useBackupForm>

function useBackupForm({ settings, zone }: BackupFormProps, onSaved: () => void) {
  const { t } = useTranslation()
  const saveSettings = useRecordMutation(backupMutations.save)
  const initial = toInitial(settings, zone)
  return useForm<BackupValues>({
    initial,
    labels: {
      target: t('backup:form.target'),
      folder: t('backup:form.folder'),
      endpoint: t('backup:form.endpoint'),
      region: t('backup:form.region'),
      bucket: t('backup:form.bucket'),
      prefix: t('backup:form.prefix'),
      accessKeyId: t('backup:form.accessKeyId'),
      secretAccessKey: t('backup:form.secretAccessKey'),
      isEncrypted: t('backup:form.isEncrypted'),
      acceptsDataDisk: t('backup:form.acceptsDataDisk'),
      passphrase: t('backup:form.passphrase'),
      passphraseAgain: t('backup:form.passphraseAgain'),
      schedule: t('backup:form.schedule'),
      time: t('backup:form.time'),
      everyHours: t('backup:form.everyHours'),
      weekday: t('backup:form.weekday'),
      keepDays: t('backup:form.keepDays'),
      keepWeeks: t('backup:form.keepWeeks'),
      keepMonths: t('backup:form.keepMonths'),
      timeZone: t('backup:form.time'),
    },
    secrets: ['secretAccessKey', 'passphrase', 'passphraseAgain'],
    isPermanent: true,
    isNew: settings === null,
    draft: 'backup-settings',
    check: (values) => {
      const fault = findPassphraseFault(values)
      if (fault === 'short') return { passphrase: t('errors:backup/short-passphrase') }
      return fault ? { passphraseAgain: t('backup:form.passphraseDiffers') } : {}
    },
    save: async (values) => {
      const { passphraseAgain: _again, ...typed } = values
      const saved = await saveSettings({ body: { ...typed, ...toTargetBody(values) } })
      onSaved()
      if (saved.isOnDataDisk && !saved.acceptsDataDisk)
        toast.warning(t('backup:form.savedOnDataDisk'))
      else toast.done(t('common:form.saved'))
    },
  })
}

export function BackupForm({ settings, zone }: BackupFormProps) {
  const { t } = useTranslation()
  const [checked, setChecked] = useState<{ state: BackupTargetState; target: string }>()
  const form = useBackupForm({ settings, zone }, () => setChecked(undefined))
  const { values } = form
  const isComplete = values.target === 'folder' ? values.folder !== '' : values.bucket !== ''
  const incomplete = isComplete ? undefined : t('backup:form.checkIncomplete')
  const current = JSON.stringify(toTargetBody(values))
  const checkedState = checked?.target === current ? checked.state : undefined
  const isStored = settings !== null && settings.folder === values.folder
  const isOnDataDisk =
    values.target === 'folder' &&
    (checkedState?.isOnDataDisk ?? (isStored && settings.isOnDataDisk))
  const check = async () => {
    setChecked(undefined)
    const body = toTargetBody(values)
    setChecked({ state: await call(routes.backup.check, { body }), target: JSON.stringify(body) })
  }
  return (
    <FormFrame
      form={form}
      label={t('backup:form.label')}
      saveLabel={t('common:action.save')}
      obstacle={incomplete}
      actions={
        <TestButton
          label={t('backup:form.check')}
          icon={<Icon icon={IconPlugConnected} />}
          isRunning={form.isTrying}
          reason={incomplete}
          hint={t('backup:form.checkHint')}
          onClick={(element) => {
            // The check prepares an empty target with the passphrase, so it must be the right one.
            if (form.verify(element)) void form.attempt(element, check)
          }}
        />
      }
    >
      <div className={styles.fields}>
        <Where form={form} settings={settings} />
      </div>
      {/* The result is that of the values that were checked. */}
      {checkedState ? <Checked state={checkedState} /> : null}
      {isOnDataDisk ? (
        <div className={styles.fields}>
          <FormGroup>
            <div className={styles.whole}>
              <CheckField
                form={form}
                name="acceptsDataDisk"
                description={t('backup:form.acceptsDataDiskHint')}
              />
            </div>
          </FormGroup>
        </div>
      ) : null}
      <div className={styles.fields}>
        <Encryption form={form} settings={settings} />
      </div>
      <div className={styles.fields}>
        <When form={form} />
      </div>
      <div className={styles.fields}>
        <FormGroup title={t('backup:form.keep')} text={t('backup:form.keepText')}>
          {(['keepDays', 'keepWeeks', 'keepMonths'] as const).map((name) => (
            <TextField key={name} form={form} name={name} type="number" min={0} maxLength={3} />
          ))}
        </FormGroup>
      </div>
    </FormFrame>
  )
}

function Where({
  form,
  settings,
}: {
  readonly form: Form
  readonly settings: BackupSettings | null
}) {
  const { t } = useTranslation()
  const hasKey = settings?.hasSecretAccessKey ?? false
  return (
    <FormGroup title={t('backup:form.where')}>
      <ChoiceField
        form={form}
        name="target"
        isWide
        choices={backupTargets.map((value) => ({
          value,
          label: t(`backup:form.targets.${value}`),
        }))}
      />
      {form.values.target === 'folder' ? (
        <TextField
          form={form}
          name="folder"
          isWide
          description={t('backup:form.folderHint')}
          maxLength={limits.longTextMax}
        />
      ) : (
        <>
          <TextField
            form={form}
            name="endpoint"
            description={t('backup:form.endpointHint')}
            placeholder="https://s3.example.com"
            maxLength={limits.textMax}
          />
          <TextField
            form={form}
            name="region"
            description={t('backup:form.regionHint')}
            maxLength={64}
          />
          <TextField form={form} name="bucket" maxLength={64} />
          <TextField form={form} name="prefix" maxLength={limits.textMax} />
          <TextField form={form} name="accessKeyId" maxLength={limits.textMax} />
          <NewPasswordField
            form={form}
            name="secretAccessKey"
            description={hasKey ? t('backup:form.secretSet') : t('backup:form.secretHint')}
            {...(hasKey && { placeholder: t('backup:form.kept') })}
          />
        </>
      )}
    </FormGroup>
  )
}

function Checked({ state }: { readonly state: BackupTargetState }) {
  const { t, i18n } = useTranslation()
  const { freeBytes, dataBytes, isOnDataDisk } = state
  const result = useRef<HTMLDivElement>(null)
  // The button is in the footer, which stays visible and would cover the result.
  useEffect(() => {
    result.current?.scrollIntoView({ block: 'nearest' })
  }, [state])
  const language = toLanguage(i18n.language)
  return (
    <div ref={result} role="status" className={styles.checked}>
      <p className={styles.note}>
        {t('backup:form.usable')}{' '}
        {state.state === 'used' ? `${t('backup:form.hasBackups')} ` : null}
        {freeBytes === null
          ? null
          : t('backup:form.usableSpace', {
              free: formatFileSize(freeBytes, language),
              needed: formatFileSize(dataBytes, language),
            })}
      </p>
      {isOnDataDisk ? (
        <p className={styles.note} data-warning>
          {t('backup:form.sameDisk')}
        </p>
      ) : null}
    </div>
  )
}

function Encryption({
  form,
  settings,
}: {
  readonly form: Form
  readonly settings: BackupSettings | null
}) {
  const { t } = useTranslation()
  const hasPassphrase = settings?.hasPassphrase ?? false
  const { isEncrypted, passphrase } = form.values
  return (
    <FormGroup title={t('backup:form.encryption')}>
      <div className={styles.whole}>
        <CheckField form={form} name="isEncrypted" />
      </div>
      {isEncrypted ? (
        <>
          <NewPasswordField
            form={form}
            name="passphrase"
            description={
              hasPassphrase ? t('backup:form.passphraseSet') : t('backup:form.passphraseHint')
            }
            {...(hasPassphrase && { placeholder: t('backup:form.kept') })}
          />
          {hasPassphrase && passphrase === '' ? null : (
            <NewPasswordField
              form={form}
              name="passphraseAgain"
              description={t('backup:form.passphraseAgainHint')}
            />
          )}
        </>
      ) : null}
      <p className={styles.note} data-warning={isEncrypted || undefined}>
        {isEncrypted ? t('backup:form.encryptedText') : t('backup:form.plainText')}
      </p>
    </FormGroup>
  )
}

function When({ form }: { readonly form: Form }) {
  const { t, i18n } = useTranslation()
  const { schedule, timeZone, time } = form.values
  return (
    <FormGroup title={t('backup:form.when')}>
      <ChoiceField
        form={form}
        name="schedule"
        choices={backupSchedules.map((value) => ({
          value,
          label: t(`backup:form.schedules.${value}`),
        }))}
      />
      {schedule === 'weekly' ? (
        <ChoiceField form={form} name="weekday" choices={listWeekdays(toLanguage(i18n.language))} />
      ) : null}
      {schedule === 'daily' || schedule === 'weekly' ? (
        <ChoiceField form={form} name="time" choices={listTimes(time)} />
      ) : null}
      {schedule === 'hours' ? (
        <ChoiceField
          form={form}
          name="everyHours"
          choices={backupHours.map((hours) => ({
            value: String(hours),
            label: t('backup:form.hours', { count: hours }),
          }))}
        />
      ) : null}
      {schedule === 'off' ? null : (
        <p className={styles.note}>
          {t('backup:form.zone', { zone: timeZone.replaceAll('_', ' ') })}
        </p>
      )}
    </FormGroup>
  )
}
