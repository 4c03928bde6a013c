import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../api/save-file.ts'
import { CopyAllButton } from '../../ui/buttons/copy-button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { openForm } from '../../ui/form/open-form.ts'
import { KeepFirst } from '../../ui/modals/keep-first.tsx'
import styles from './account.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** Shown once: the server knows only their hashes. */
function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation()
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
      <KeepFirst
        kept={t('account:codes.kept')}
        reason={t('account:codes.keepFirst')}
        done={t('account:codes.done')}
        onDone={onDone}
      />
    </div>
  )
}

/**
 * Shows new recovery codes in a modal of their own, so that they are shown although the user has
 * closed the form that asked for them while the server answered.
 */
export const showRecoveryCodes = (codes: readonly string[]) =>
  openForm(i18next.t('account:codes.title'), (close) => (
    <RecoveryCodes codes={codes} onDone={close} />
  ))
