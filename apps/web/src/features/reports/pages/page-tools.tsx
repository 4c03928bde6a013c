import { SegmentedControl, Switch } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { imageCounts } from '@talus/report/document'
import type { ReportPage } from '@talus/report/document'
import { useStore } from '../../../store.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { withImageCount } from '../state/report-changes.ts'
import type { ReportStore } from '../state/report-store.ts'
import styles from './pages.module.css'

interface PageToolsProps {
  readonly store: ReportStore
  readonly page: ReportPage
  readonly index: number
}

/** The shape of the active page: its image layout, its signature, its place among the pages. */
export function PageTools({ store, page, index }: PageToolsProps) {
  const { t } = useTranslation()
  const { report } = useStore(store)
  const { change, movePage, removePage, restorePage } = store.actions
  const last = report.pages.length - 1
  const setCount = (text: string) => {
    try {
      change(page.id, (now) => withImageCount(now, Number(text)))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      toast.error(t('report:slot.notAllowed', { count: Number(text) }))
    }
  }
  const remove = () => {
    removePage(page.id)
    toast.doneWithUndo(t('report:pages.removed', { number: index + 1 }), {
      label: t('report:pages.undoRemove'),
      run: () => restorePage(page, index),
    })
  }
  const move = (by: 1 | -1) => {
    if (!movePage(page.id, by)) toast.warning(t('report:pages.notMoved'))
  }
  const buttons = [
    { name: 'up', icon: IconArrowUp, isOff: index === 0, run: () => move(-1) },
    { name: 'down', icon: IconArrowDown, isOff: index === last, run: () => move(1) },
    { name: 'remove', icon: IconTrash, isOff: last === 0, run: remove },
  ] as const
  return (
    <div className={styles.tools}>
      <span className={styles.toolsTitle}>
        {t('report:pages.number', { number: index + 1, count: report.pages.length })}
      </span>
      <SegmentedControl
        size="xs"
        aria-label={t('report:slot.layout')}
        value={String(page.imageCount)}
        onChange={setCount}
        data={imageCounts.map((count) => ({
          value: String(count),
          label: t('report:slot.count', { count }),
        }))}
      />
      <Switch
        size="xs"
        label={t('report:pages.signature')}
        checked={page.hasSpaceForSignature}
        onChange={({ currentTarget: { checked } }) =>
          change(page.id, (now) => ({ ...now, hasSpaceForSignature: checked }))
        }
      />
      <span className={styles.toolsEnd}>
        {buttons.map(({ name, icon, isOff, run }) => (
          <button
            key={name}
            type="button"
            className={styles.toolButton}
            aria-label={t(`report:pages.${name}`)}
            data-hint={t(`report:pages.${name}`)}
            disabled={isOff}
            onClick={run}
          >
            <Icon icon={icon} size="md" />
          </button>
        ))}
      </span>
    </div>
  )
}
