import { IconPhotoCog } from '@tabler/icons-react'
import type { ImageId, Study } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { isLocal } from '../../api/page-settings.ts'
import { patientQueries } from '../../api/records/patient.ts'
import { useActor } from '../../api/session.ts'
import { ToolbarMenuItem, ToolbarMenu } from '../../viewer/index.ts'
import { formIcons } from './form-icons.ts'
import { listImageForms } from './image-forms.ts'
import { openImageForm } from './open-image-form.tsx'

interface FormsGroupProps {
  readonly study: Study
  readonly clinic: SelectedClinic
  /** The image open in the viewer. */
  readonly imageId: ImageId | undefined
}

/** The forms of the images, as a group of the viewer's toolbar. */
export function FormsGroup({ study, clinic, imageId }: FormsGroupProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const patient = useQuery({
    ...patientQueries.one(study.patientId),
    meta: { showsOwnError: true },
  })
  const offered = listImageForms(useActor(), isLocal)
  if (offered.length === 0) return null
  const speciesId = patient.data?.speciesId ?? null
  return (
    <ToolbarMenu label={t('studies:imageForms')} icon={IconPhotoCog}>
      {(close) =>
        offered.map((form) => (
          <ToolbarMenuItem
            key={form}
            label={t(`studies:imageForm.${form}`)}
            icon={formIcons[form]}
            onClick={() => {
              close()
              void openImageForm(form, {
                study: { studyId: study.id, speciesId, clinic, imageId },
                navigate,
              })
            }}
          />
        ))
      }
    </ToolbarMenu>
  )
}
