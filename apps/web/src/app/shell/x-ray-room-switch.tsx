import { IconDoor } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isLocal } from '../../api/page-settings.ts'
import { useCan } from '../../api/session.ts'
import { switchXRayRoom, xRayRoomsQuery } from '../../api/x-ray-rooms.ts'
import { lazyCode } from '../../lazy-code.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { LazyDropdownPanel } from '../../ui/layout/dropdown-panel.tsx'
import styles from './header.module.css'

const code = lazyCode(() => import('./x-ray-room-choice.part.tsx'))

/**
 * Shows the X-ray room whose devices this computer uses, if the clinic has several: nobody may arm
 * the sensor of another one. Everybody who captures may choose it.
 */
export function XRayRoomSwitch() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const mayCapture = useCan('study.capture')
  const { data } = useQuery({ ...xRayRoomsQuery, enabled: isLocal && mayCapture })
  if (!data || data.xRayRooms.length < 2) return null
  const { xRayRooms, own } = data
  return (
    <span className={styles.xRayRoom} data-away={own === null || undefined}>
      <LazyDropdownPanel
        code={code}
        buttonClassName={styles.clinicButton}
        buttonLabel={own === null ? t('shell:room.choose') : t('shell:room.now', { name: own })}
        label={t('shell:room.title')}
        width={300}
        button={
          <>
            <Icon icon={IconDoor} />
            <span className={styles.xRayRoomName}>{own ?? t('shell:room.choose')}</span>
          </>
        }
      >
        {({ XRayRoomChoice }, close) => (
          <XRayRoomChoice
            xRayRooms={xRayRooms}
            own={own}
            onChoose={(xRayRoom) => {
              if (xRayRoom !== own) switchXRayRoom(client, xRayRoom)
              close()
            }}
          />
        )}
      </LazyDropdownPanel>
    </span>
  )
}
