import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBan,
  IconDownload,
  IconEye,
  IconHandGrab,
  IconReceipt,
  IconRestore,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react'
import { can, caseStatus, limits } from '@talus/contract'
import type { CaseAction, CaseRow } from '@talus/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useActor } from '../../../api/session.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import type { IconShape } from '../../../ui/display/icon.tsx'
import { findObstacle, hasCaseButton } from './case-buttons.ts'
import type { ButtonObstacle, TabStatus } from './case-buttons.ts'
import { useCaseActions } from './use-case-actions.ts'
import styles from './cases-page.module.css'

interface CaseActionsProps {
  readonly status: TabStatus
  readonly rows: readonly CaseRow[]
  /** How many of the rows another page or the search hides. */
  readonly hidden: number
  readonly onClear: () => void
}

interface ButtonOptions {
  readonly action: CaseAction
  readonly label: string
  readonly icon: IconShape
  readonly run: () => unknown
  readonly isSingle?: boolean
  readonly isPrimary?: boolean
  readonly isBusy?: boolean
}

/** The buttons of the tab. The table of transitions decides which it has and which are disabled. */
export function CaseActions({ status, rows, hidden, onClear }: CaseActionsProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const actions = useCaseActions(rows, onClear)
  const explain = (obstacle: ButtonObstacle | undefined) => {
    if (obstacle?.kind === 'othersCase') return t('cases:reason.othersCase', obstacle)
    return obstacle && t(`cases:reason.${obstacle.kind}`)
  }
  const restricted = rows.find(({ isRestricted }) => isRestricted)
  const viewReason =
    rows.length === 1 && restricted
      ? t('cases:reason.othersCase', { name: restricted.radiologistName })
      : undefined
  const findPayReason = () => {
    if (rows.length === 0) return t('cases:reason.noneSelected')
    return rows.length > limits.invoicedCasesMax
      ? t('cases:reason.tooMany', { count: limits.invoicedCasesMax })
      : undefined
  }

  const show = (options: ButtonOptions): ReactNode =>
    hasCaseButton(actor, options.action, status) ? (
      <ExplainedButton
        key={options.action}
        variant={options.isPrimary ? 'filled' : 'default'}
        leftSection={<Icon icon={options.icon} />}
        reason={explain(findObstacle(actor, options.action, rows, options.isSingle))}
        loading={options.isBusy ?? false}
        onClick={() => void options.run()}
      >
        {options.label}
      </ExplainedButton>
    ) : null

  const isFinal = status === caseStatus.finalized
  const isNew = status === caseStatus.available
  return (
    <>
      {show({
        action: 'take',
        label: t('cases:action.take'),
        icon: IconHandGrab,
        run: actions.take,
        isPrimary: true,
        isBusy: actions.isTaking,
      })}
      {isFinal ? (
        <ExplainedButton
          leftSection={<Icon icon={IconDownload} />}
          reason={viewReason}
          loading={actions.isDownloading}
          onClick={actions.download}
        >
          {t('cases:action.download')}
        </ExplainedButton>
      ) : null}
      <ExplainedButton
        variant="default"
        leftSection={<Icon icon={IconEye} />}
        reason={viewReason}
        onClick={actions.view}
      >
        {can(actor, 'case.answer') ? t('cases:action.edit') : t('cases:action.view')}
      </ExplainedButton>
      {show({
        action: 'assign',
        label: isNew ? t('cases:action.assign') : t('cases:action.reassign'),
        icon: IconUserPlus,
        run: actions.assign,
        isSingle: true,
      })}
      {show({
        action: 'release',
        label: t('cases:action.release'),
        icon: IconArrowBackUp,
        run: actions.release,
      })}
      {isFinal && can(actor, 'case.pay') ? (
        <ExplainedButton
          variant="default"
          leftSection={<Icon icon={IconReceipt} />}
          reason={findPayReason()}
          onClick={actions.pay}
        >
          {t('cases:action.pay')}
        </ExplainedButton>
      ) : null}
      {show({
        action: 'reopen',
        label: t('cases:action.reopen'),
        icon: IconRestore,
        run: actions.reopen,
      })}
      {show({
        action: 'cancel',
        label: t('cases:action.cancel'),
        icon: IconBan,
        run: actions.cancel,
      })}
      {isNew
        ? show({
            action: 'delete',
            label: t('cases:action.delete'),
            icon: IconTrash,
            run: actions.remove,
          })
        : null}
      <SelectedCount count={rows.length} hidden={hidden} onClear={onClear} />
    </>
  )
}

interface SelectedCountProps {
  readonly count: number
  readonly hidden: number
  readonly onClear: () => void
}

/** How many cases are selected, also on other pages, and a button that ends the selection. */
function SelectedCount({ count, hidden, onClear }: SelectedCountProps) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <span className={styles.chosen}>
      <span role="status">
        {t('cases:selected', { count })}
        {hidden > 0 ? `, ${t('cases:selectedHidden', { count: hidden })}` : null}
      </span>
      {count > 1 || hidden > 0 ? (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {t('cases:clearSelection')}
        </Button>
      ) : null}
    </span>
  )
}
