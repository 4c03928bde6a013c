import { Button, Text } from '@mantine/core'
import { IconDoor } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isLocal } from '../../api/page-settings.ts'
import { useCan } from '../../api/session.ts'
import { switchXRayRoom, xRayRoomsQuery } from '../../api/x-ray-rooms.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { DropdownPanel } from '../../ui/layout/dropdown-panel.tsx'
import styles from './header.module.css'

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
  const choose = (xRayRoom: string) => {
    if (xRayRoom !== own) switchXRayRoom(client, xRayRoom)
  }
  return (
    <span className={styles.xRayRoom} data-away={own === null || undefined}>
      <DropdownPanel
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
        {(close) => (
          <div className={styles.xRayRooms} role="group" aria-label={t('shell:room.title')}>
            <Text size="sm">{t('shell:room.text')}</Text>
            {xRayRooms.map((name) => (
              <Button
                key={name}
                size="lg"
                variant={name === own ? 'filled' : 'default'}
                aria-pressed={name === own}
                onClick={() => {
                  choose(name)
                  close()
                }}
              >
                {name}
              </Button>
            ))}
          </div>
        )}
      </DropdownPanel>
    </span>
  )
}
