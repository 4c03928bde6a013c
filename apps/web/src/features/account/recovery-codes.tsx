import { Button, Checkbox } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../api/save-file.ts'
import { CopyAllButton } from '../../ui/buttons/copy-button.tsx'
import { ExplainedButton } from '../../ui/buttons/explained-button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './account.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** Shown once: the server knows only their hashes. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation()
  const [isKept, setKept] = useState(false)
  const text = codes.join('\n')
  return (
    <div className={styles.stack}>
      <p className={styles.text}>{t('account:codes.text')}</p>
      <ol className={styles.codes} aria-label={t('account:codes.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <CopyAllButton text={text} what={t('account:codes.title')} />
        <Button
          variant="default"
          leftSection={<Icon icon={IconDownload} />}
          onClick={() => saveFile(new Blob([`${text}\n`]), 'talus-recovery-codes.txt')}
        >
          {t('account:codes.save')}
        </Button>
      </div>
      <Checkbox
        data-autofocus
        label={t('account:codes.kept')}
        checked={isKept}
        onChange={(event) => setKept(event.currentTarget.checked)}
      />
      <div className={styles.end}>
        <ExplainedButton
          reason={isKept ? undefined : t('account:codes.keepFirst')}
          onClick={onDone}
        >
          {t('account:codes.done')}
        </ExplainedButton>
      </div>
    </div>
  )
}
