import { Skeleton, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { selectClinic } from '../../api/selected-clinic.ts'
import { closeModal, openModal } from '../../ui/modals/modal-store.ts'

/** Loaded lazily, because few users have more than one clinic. */
const ClinicPicker = lazy(async () => ({
  default: (await import('../../features/settings/clinics/clinic-picker.tsx')).ClinicPicker,
}))

const skeleton = (
  <Stack gap="xs">
    <Skeleton height={36} />
    <Skeleton height={44} />
    <Skeleton height={44} />
  </Stack>
)

export function openClinicPicker(title: string) {
  const id = openModal({
    title,
    size: 520,
    body: (
      <Suspense fallback={skeleton}>
        <ClinicPicker
          onPick={(clinic) => {
            selectClinic(clinic)
            if (id !== undefined) closeModal(id)
          }}
        />
      </Suspense>
    ),
  })
}
