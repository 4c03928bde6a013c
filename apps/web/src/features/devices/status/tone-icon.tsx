import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHourglass,
  IconLoader,
  IconRadioactive,
} from '@tabler/icons-react'
import { Icon } from '../../../ui/display/icon.tsx'
import type { IconSize } from '../../../ui/display/icon.tsx'
import type { StatusTone } from './status-labels.ts'

const icons = {
  ready: IconCircleCheck,
  attention: IconAlertTriangle,
  armed: IconHourglass,
  working: IconLoader,
  waiting: IconRadioactive,
  error: IconCircleX,
} satisfies Readonly<Record<StatusTone, typeof IconCircleCheck>>

interface ToneIconProps {
  readonly tone: StatusTone
  readonly size?: IconSize
}

export const ToneIcon = ({ tone, size = 'lg' }: ToneIconProps) => (
  <Icon icon={icons[tone]} size={size} />
)
