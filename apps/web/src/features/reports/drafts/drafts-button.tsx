import { Button } from '@mantine/core'
import { IconFilePencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { reportQueries } from '../../../api/records/report.ts'
import { requireNamespace } from '../../../language.ts'
import { Icon } from '../../../ui/display/icon.tsx'

/** Opens the reports that the user has not finished; nothing without any. */
export function DraftsButton() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: drafts = [] } = useQuery(reportQueries.drafts)
  if (drafts.length === 0) return null
  const open = async () => {
    const [{ openDraftList }] = await Promise.all([
      import('./draft-list.tsx'),
      requireNamespace('report'),
    ])
    openDraftList({
      title: t('studies:drafts.title'),
      onOpen: (path, state) => void navigate(path, { state }),
    })
  }
  return (
    <Button
      variant="default"
      leftSection={<Icon icon={IconFilePencil} />}
      onClick={() => void open()}
    >
      {t('studies:drafts.button', { count: drafts.length })}
    </Button>
  )
}
