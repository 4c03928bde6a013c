import { Button } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { can } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { useActor } from '../../../api/session.ts'
import { openImageForm } from '../open-image-form.tsx'
import { Icon } from '../../../ui/display/icon.tsx'

interface DumpButtonProps {
  readonly studyId: StudyId
  readonly clinic: SelectedClinic
  readonly imageId: ImageId
}

/** Opens the list of all DICOM elements of an image, for users who may see them. */
export function DumpButton({ studyId, clinic, imageId }: DumpButtonProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  if (!can(useActor(), 'image.dicom-forms')) return null
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon icon={IconListDetails} />}
      onClick={() =>
        void openImageForm('dump', {
          study: { studyId, speciesId: null, clinic, imageId },
          navigate,
        })
      }
    >
      {t('studies:imageForm.dump')}
    </Button>
  )
}
