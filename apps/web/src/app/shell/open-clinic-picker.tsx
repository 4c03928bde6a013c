import { Skeleton } from '@mantine/core'
import { selectClinic } from '../../api/selected-clinic.ts'
import { lazyCode } from '../../lazy-code.ts'
import { closeModal, openModal } from '../../ui/modals/modal-store.ts'
import { WithCode } from '../../ui/states/with-code.tsx'
import { WithTranslations } from '../../ui/states/with-translations.tsx'

const code = lazyCode(() => import('../../features/settings/clinics/clinic-picker.part.tsx'))

const skeleton = (
  <>
    <Skeleton height={36} mb="xs" />
    <Skeleton height={44} mb="xs" />
    <Skeleton height={44} />
  </>
)

export function openClinicPicker(title: string) {
  const id = openModal({
    title,
    size: 520,
    body: (
      <WithCode code={code} fallback={skeleton}>
        {({ ClinicPicker }) => (
          <WithTranslations namespace="settings">
            <ClinicPicker
              onPick={(clinic) => {
                selectClinic(clinic)
                if (id !== undefined) closeModal(id)
              }}
            />
          </WithTranslations>
        )}
      </WithCode>
    ),
  })
}
