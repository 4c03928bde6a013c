import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './header.module.css'

interface XRayRoomChoiceProps {
  readonly xRayRooms: readonly string[]
  readonly own: string | null
  readonly onChoose: (xRayRoom: string) => void
}

/** The X-ray rooms of the clinic, as large buttons. */
export function XRayRoomChoice({ xRayRooms, own, onChoose }: XRayRoomChoiceProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.xRayRooms} role="group" aria-label={t('shell:room.title')}>
      <Text size="sm">{t('shell:room.text')}</Text>
      {xRayRooms.map((name) => (
        <Button
          key={name}
          size="lg"
          variant={name === own ? 'filled' : 'default'}
          aria-pressed={name === own}
          onClick={() => onChoose(name)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}
