import type { BackupSettings } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { CopyIcon } from '../../../ui/buttons/copy-button.tsx'
import { Card } from '../../../ui/layout/page-frame.tsx'
import styles from './backup.module.css'

const toPlace = ({ target, folder, bucket, prefix }: BackupSettings) =>
  target === 'folder' ? folder : `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`

/** How a backup is restored, with the exact commands: the server itself may be gone then. */
export function RestoreCard({ settings }: { readonly settings: BackupSettings }) {
  const { t } = useTranslation()
  const place = toPlace(settings)
  const into = t('backup:restore.newFolder')
  const steps = [
    [t('backup:restore.step1'), `npm run restore -- "${place}"`],
    [t('backup:restore.step2'), `npm run restore -- "${place}" --into ${into}`],
    [t('backup:restore.step3'), `TALUS_DATA=${into}`],
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
          {steps.map(([text, command]) => (
            <li key={command}>
              {text}
              <span className={styles.command}>
                <code className={styles.code}>{command}</code>
                <CopyIcon text={command} what={t('backup:restore.command')} />
              </span>
            </li>
          ))}
        </ol>
      </div>
    </Card>
  )
}
