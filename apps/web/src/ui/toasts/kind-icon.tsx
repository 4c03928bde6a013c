import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ToastKind } from './toast-store.ts'
import { Icon } from '../display/icon.tsx'
import styles from './kind-icon.module.css'

const icons = {
  info: IconInfoCircle,
  done: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconCircleX,
}

/** The kind of a notice as colour, shape and accessible name, never as colour alone. */
export function KindIcon({ kind }: { readonly kind: ToastKind }) {
  const { t } = useTranslation()
  const icon = icons[kind]
  return (
    <span
      className={styles.icon}
      data-kind={kind}
      role="img"
      aria-label={t(`common:notices.kinds.${kind}`)}
    >
      <Icon icon={icon} size="lg" />
    </span>
  )
}
