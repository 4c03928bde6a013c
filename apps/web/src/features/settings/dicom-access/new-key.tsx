import type { NewServiceAccount } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { CopyIcon } from '../../../ui/buttons/copy-button.tsx'
import { KeepFirst } from '../../../ui/modals/keep-first.tsx'
import styles from './dicom-access.module.css'
import { getDicomWebUrl } from './dicom-web-url.ts'

interface NewKeyProps {
  readonly created: NewServiceAccount
  readonly onDone: () => void
}

/** Shows the key of a new account, which the server cannot show again. */
export function NewKey({ created: { account, key }, onDone }: NewKeyProps) {
  const { t } = useTranslation()
  const url = getDicomWebUrl()
  const call = account.mayQuery
    ? `curl -H "Authorization: Bearer ${key}" "${url}/studies?limit=5"`
    : `curl -u "talus:${key}" -H "Content-Type: application/dicom" --data-binary @image.dcm "${url}/studies"`
  const rows = [
    { label: t('access:account.key'), text: key },
    { label: t('access:account.url'), text: url },
    { label: t('access:account.example'), text: call },
  ]
  return (
    <div className={styles.body}>
      <p className={styles.note}>
        <strong>{t('access:account.newText')}</strong> {t('access:account.use')}
      </p>
      {rows.map(({ label, text }) => (
        <div key={label}>
          <div className={styles.facts}>{label}</div>
          <div className={styles.value}>
            <pre className={styles.code} aria-label={label}>
              {text}
            </pre>
            <CopyIcon text={text} what={label} />
          </div>
        </div>
      ))}
      <KeepFirst
        kept={t('access:account.kept')}
        reason={t('access:account.keepFirst')}
        done={t('access:account.done')}
        onDone={onDone}
      />
    </div>
  )
}
