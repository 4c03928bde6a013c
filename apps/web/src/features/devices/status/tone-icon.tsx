import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHourglass,
  IconLoader,
  IconRadioactive,
} from '@tabler/icons-react'
import type { StatusTone } from './status-labels.ts'

const icons = {
  ready: IconCircleCheck,
  attention: IconAlertTriangle,
  armed: IconHourglass,
  working: IconLoader,
  waiting: IconRadioactive,
  error: IconCircleX,
} satisfies Readonly<Record<StatusTone, typeof IconCircleCheck>>

export function ToneIcon({
  tone,
  size = 20,
}: {
  readonly tone: StatusTone
  readonly size?: number
}) {
  const Icon = icons[tone]
  return <Icon size={size} stroke={1.75} aria-hidden />
}
