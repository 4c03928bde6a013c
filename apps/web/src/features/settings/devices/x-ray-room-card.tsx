import { NativeSelect } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { workplaceStore } from '../../../api/workplace.ts'
import { switchXRayRoom } from '../../../api/x-ray-rooms.ts'
import { useStore } from '../../../store.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { Card } from '../../../ui/layout/page-frame.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'

/** The X-ray room in which this computer stands, if the clinic has several. */
export function XRayRoomCard({ xRayRooms }: { readonly xRayRooms: readonly string[] }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { xRayRoom = '' } = useStore(workplaceStore)
  const choose = (next: string) => {
    switchXRayRoom(client, next === '' ? undefined : next)
    toast.done(
      next === '' ? t('stations:place.savedAutomatic') : t('stations:place.saved', { name: next }),
    )
  }
  return (
    <Card title={t('stations:place.title')} text={t('stations:place.text')}>
      <NativeSelect
        label={t('stations:room')}
        rightSection={<Icon icon={IconSelector} size="sm" />}
        data={[
          { value: '', label: t('stations:place.automatic') },
          ...xRayRooms.map((name) => ({ value: name, label: name })),
        ]}
        value={xRayRooms.includes(xRayRoom) ? xRayRoom : ''}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </Card>
  )
}
