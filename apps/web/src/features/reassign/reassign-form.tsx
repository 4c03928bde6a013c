import { Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconLinkOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../api/call.ts'
import { ActionForm } from '../../ui/form/action-form.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './reassign.module.css'

interface ReassignFormProps<Compared> {
  readonly label: string
  /** A sentence about the consequences. */
  readonly text: string
  readonly actionLabel: string
  readonly actionIcon: ReactNode
  /** The field in which the other record is found. */
  readonly picker: ReactNode
  readonly isPicked: boolean
  readonly compared: UseQueryResult<Compared>
  readonly render: (compared: Compared) => ReactNode
  /** Says which differences are unusual, before the user confirms. */
  readonly warning?: string | undefined
  /** The number of share links that stop working. */
  readonly revokedLinks?: number | undefined
  readonly isBusy: boolean
  readonly error: unknown
  readonly onAct: (compared: Compared) => void
  readonly onCancel: () => void
}

/** Asks for the other record, shows both side by side, and asks for confirmation. */
export function ReassignForm<Compared>(props: ReassignFormProps<Compared>) {
  const { compared, isPicked, isBusy } = props
  const { t } = useTranslation()
  const { data } = compared
  const isShown = data !== undefined && !compared.isError
  const getReason = () => {
    if (!isPicked) return t('reassign:chooseFirst')
    if (compared.isError) return getErrorMessage(compared.error)
    return data === undefined ? t('reassign:loading') : undefined
  }
  const error = props.error ?? (compared.isError ? compared.error : undefined)
  return (
    <ActionForm
      label={props.label}
      actionLabel={props.actionLabel}
      actionIcon={props.actionIcon}
      reason={getReason()}
      isBusy={isBusy}
      error={error ? getErrorMessage(error) : undefined}
      onAct={() => data !== undefined && props.onAct(data)}
      onCancel={props.onCancel}
    >
      <p className={styles.text}>{props.text}</p>
      {props.picker}
      {isPicked && compared.isPending ? <Skeleton height={220} /> : null}
      {isShown && props.revokedLinks ? (
        <p className={styles.warning} role="status">
          <Icon icon={IconLinkOff} size="lg" />
          {t('reassign:links', { count: props.revokedLinks })}
        </p>
      ) : null}
      {isShown && props.warning ? (
        <p className={styles.warning} role="status">
          <Icon icon={IconAlertTriangle} size="lg" />
          {props.warning}
        </p>
      ) : null}
      {isShown ? props.render(data) : null}
    </ActionForm>
  )
}
