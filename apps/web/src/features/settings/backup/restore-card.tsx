import type { BackupSettings } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/layout/page-frame.tsx'
import { isWindowsPath, listRestoreCommands } from './restore-commands.ts'
import type { ShellCommand } from './restore-commands.ts'
import { SettingLine } from './setting-line.tsx'
import styles from './backup.module.css'

const toPlace = ({ target, folder, bucket, prefix }: BackupSettings) =>
  target === 'folder' ? folder : `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`

interface RestoreCardProps {
  readonly settings: BackupSettings
  /** A path on the computer of the server, whose shells the commands are for. */
  readonly dataFolder: string
}

/** How a backup is restored, with the exact commands: the server itself may be gone then. */
export function RestoreCard({ settings, dataFolder }: RestoreCardProps) {
  const { t } = useTranslation()
  const place = toPlace(settings)
  const into = t('backup:restore.newFolder')
  const isWindows = isWindowsPath(dataFolder)
  const setting = { shell: undefined, command: `TALUS_DATA=${into}` }
  const steps = [
    [t('backup:restore.step1'), listRestoreCommands(place, { isWindows })],
    [t('backup:restore.step2'), listRestoreCommands(place, { isWindows, into })],
    [t('backup:restore.step3'), [setting]],
  ] as const
  return (
    <Card title={t('backup:restore.title')} text={t('backup:restore.text')}>
      <div className={styles.body}>
        {settings.target === 's3' ? (
          <p className={styles.note}>{t('backup:restore.bucket')}</p>
        ) : null}
        {settings.isEncrypted ? (
          <p className={styles.note}>{t('backup:restore.passphrase')}</p>
        ) : null}
        <ol className={styles.steps}>
          {steps.map(([text, commands]) => (
            <li key={text}>
              {text}
              {commands.map((one) => (
                <Command key={one.command} {...one} />
              ))}
            </li>
          ))}
        </ol>
      </div>
    </Card>
  )
}

function Command({ shell, command }: ShellCommand) {
  const { t } = useTranslation()
  return (
    <>
      {shell === undefined || shell === 'posix' ? null : (
        <span className={styles.shell}>{t(`backup:restore.shells.${shell}`)}</span>
      )}
      <SettingLine text={command} what={t('backup:restore.command')} />
    </>
  )
}
