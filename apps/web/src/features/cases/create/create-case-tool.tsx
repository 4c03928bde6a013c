import { IconStethoscope } from '@tabler/icons-react'
import type { Study } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ToolbarButton } from '../../../viewer/index.ts'
import { openCreateCase } from './open-create-case.tsx'

/** Create Case in the toolbar of the viewer. */
export function CreateCaseTool({ study }: { readonly study: Study }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <ToolbarButton
      label={t('studies:action.createCase')}
      icon={IconStethoscope}
      onClick={() => void openCreateCase(study, (path) => void navigate(path))}
    />
  )
}
