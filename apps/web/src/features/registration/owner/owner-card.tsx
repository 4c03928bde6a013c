import { VisuallyHidden } from '@mantine/core'
import { IconMail, IconMapPin, IconPhone } from '@tabler/icons-react'
import type { Owner } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import styles from '../registration.module.css'
import { Icon } from '../../../ui/display/icon.tsx'

export function OwnerCard({ owner }: { readonly owner: Owner }) {
  const { t } = useTranslation()
  const lines = [
    { label: t('registration:owner.phone'), icon: IconPhone, value: owner.phone },
    { label: t('registration:owner.email'), icon: IconMail, value: owner.email },
    { label: t('registration:owner.address'), icon: IconMapPin, value: owner.address },
  ]
  return (
    <dl className={styles.ownerCard}>
      <div className={styles.ownerName}>
        <VisuallyHidden component="dt">{t('registration:owner.name')}</VisuallyHidden>
        <dd>{owner.name}</dd>
      </div>
      {lines.map(({ label, icon, value }) =>
        value === '' ? null : (
          <div key={label} className={styles.ownerFact}>
            <VisuallyHidden component="dt">{label}</VisuallyHidden>
            <Icon icon={icon} size="sm" />
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
