import { Button } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import type { OwnerSuggestion } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import type { KnownOwner } from './use-known-owner.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from '../forms.module.css'

interface KnownOwnerNoteProps {
  readonly known: KnownOwner
  readonly onUse: (owner: OwnerSuggestion) => void
}

/** Offers an existing owner before the server would reject a duplicate. */
export function KnownOwnerNote({ known, onUse }: KnownOwnerNoteProps) {
  const { t } = useTranslation()
  const { owner, by } = known
  return (
    <div className={styles.known} role="status">
      <Icon icon={IconUserCheck} size="xl" />
      <span className={styles.knownText}>
        <strong>{t(`registration:owner.known.${by}`, { name: owner.name })}</strong>
        {owner.animals.length > 0 ? <span>{owner.animals.join(', ')}</span> : null}
      </span>
      <Button variant="default" className={styles.knownUse ?? ''} onClick={() => onUse(owner)}>
        {t('registration:owner.use')}
      </Button>
    </div>
  )
}
