import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { CaseId } from '@talus/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { caseWorkQueries } from '../../../api/records/case-work.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { showError } from '../../../ui/modals/confirm.tsx'
import type { FindingsEditor } from './findings-editor.ts'
import styles from './reading.module.css'

interface NoticeProps {
  readonly text: ReactNode
  readonly children?: ReactNode
}

/** A notice that stays until it is answered. */
export const Notice = ({ text, children }: NoticeProps) => (
  <div className={styles.notice} role="status">
    <Icon icon={IconAlertTriangle} size="lg" />
    <span>{text}</span>
    {children}
  </div>
)

interface DraftNoticeProps {
  readonly caseId: CaseId
  readonly editor: FindingsEditor
}

/** The time in which another tab saves before this one takes over. */
const handoverMs = 800

/** Two tabs write the same texts: the second one is read only until it takes over. */
export function OtherTab({ caseId, editor }: DraftNoticeProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const takeOver = async () => {
    editor.tabs.takeOver()
    await new Promise((resolve) => {
      setTimeout(resolve, handoverMs)
    })
    try {
      editor.load(await client.query({ ...caseWorkQueries.findings(caseId), staleTime: 0 }))
    } catch (error) {
      showError(getErrorMessage(error))
    }
  }
  return (
    <Notice text={t('caseReading:draft.otherTab')}>
      <Button size="compact-sm" onClick={() => void takeOver()}>
        {t('caseReading:draft.takeOver')}
      </Button>
    </Notice>
  )
}
