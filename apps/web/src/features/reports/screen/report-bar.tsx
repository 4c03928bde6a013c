import { Button } from '@mantine/core'
import {
  IconArrowLeft,
  IconFilePlus,
  IconFileTypePdf,
  IconLayoutSidebarRight,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorStore } from '../editor/editor-store.ts'
import { TextToolbar } from '../editor/text-toolbar.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { useStore } from '../../../store.ts'
import type { ReportStore } from '../state/report-store.ts'
import { LanguageMenu } from './language-menu.tsx'
import { ReportMenu } from './report-menu.tsx'
import type { ReportMenuActions } from './report-menu.tsx'
import styles from './report.module.css'

interface ReportBarProps {
  readonly editors: EditorStore
  readonly store: ReportStore
  readonly status: ReactNode
  readonly panel: { readonly isOpen: boolean; readonly toggle: () => void }
  readonly menu: ReportMenuActions
  readonly onBack: () => void
  /** Undefined if no page can be added. */
  readonly onAddPage: (() => void) | undefined
  readonly onCreate: (() => void) | undefined
  /** On a phone a report is only read. */
  readonly isPhone: boolean
  readonly isReadOnly: boolean
}

/** The actions of the report and the styles of its text. */
export function ReportBar(props: ReportBarProps) {
  const { editors, store, status, panel, menu, onBack, onAddPage, onCreate, isPhone } = props
  const { t } = useTranslation()
  const { step } = useStore(store)
  return (
    <div className={styles.bar}>
      <Button
        className={styles.labelled ?? ''}
        variant="default"
        leftSection={<Icon icon={IconArrowLeft} />}
        onClick={onBack}
      >
        {t('report:back.button')}
      </Button>
      <div className={styles.tools}>
        <TextToolbar store={editors} step={step} onStep={store.actions.go} />
      </div>
      {status}
      <LanguageMenu store={store} isReadOnly={props.isReadOnly} />
      <Button
        className={`${styles.iconButton} ${styles.panelButton}`}
        variant="default"
        aria-label={t('report:panel.toggle')}
        data-hint={t('report:panel.toggle')}
        aria-expanded={panel.isOpen}
        onClick={panel.toggle}
      >
        <Icon icon={IconLayoutSidebarRight} />
      </Button>
      <ReportMenu actions={menu} />
      <Button
        className={`${styles.labelled} ${styles.addPage}`}
        variant="default"
        leftSection={<Icon icon={IconFilePlus} />}
        disabled={onAddPage === undefined}
        onClick={onAddPage}
      >
        {t('report:addPage')}
      </Button>
      {isPhone ? null : (
        <Button
          className={styles.labelled ?? ''}
          leftSection={<Icon icon={IconFileTypePdf} />}
          disabled={onCreate === undefined}
          onClick={onCreate}
        >
          {t('report:createPdf')}
        </Button>
      )}
    </div>
  )
}
