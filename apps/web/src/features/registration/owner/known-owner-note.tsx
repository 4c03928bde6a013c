import { Button } from '@mantine/core'
import { IconCheck, IconUserCheck } from '@tabler/icons-react'
import type { OwnerSuggestion } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import type { KnownOwner } from './use-known-owner.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from '../forms.module.css'

interface KnownOwnerNoteProps {
  readonly known: KnownOwner
  readonly onUse: (owner: OwnerSuggestion) => void
  /** Whether the user has said that it is another person. */
  readonly isShared: boolean
  readonly onShared: (isShared: boolean) => void
}

/** Asks whether an existing owner with the same contact is meant; the server refuses a guess. */
export function KnownOwnerNote({ known, onUse, isShared, onShared }: KnownOwnerNoteProps) {
  const { t } = useTranslation()
  const { owner, by } = known
  return (
    <div className={styles.known} role="status">
      <Icon icon={IconUserCheck} size="xl" />
      <span className={styles.knownText}>
        <strong>
          {t(`registration:owner.${isShared ? 'shared' : 'known'}.${by}`, { name: owner.name })}
        </strong>
        {owner.animals.length > 0 ? <span>{owner.animals.join(', ')}</span> : null}
      </span>
      <span className={styles.knownActions}>
        <Button variant="default" className={styles.knownUse ?? ''} onClick={() => onUse(owner)}>
          {t('registration:owner.use')}
        </Button>
        <Button
          variant="default"
          className={styles.knownUse ?? ''}
          aria-pressed={isShared}
          leftSection={isShared ? <Icon icon={IconCheck} /> : undefined}
          onClick={() => onShared(!isShared)}
        >
          {t(`registration:owner.share.${by}`)}
        </Button>
      </span>
    </div>
  )
}
